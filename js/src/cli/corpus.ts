// `switchover corpus`: scores the classifier on files of labelled errors.
import { createHash } from 'node:crypto';
import { InvalidArgumentError, type Command } from '../vendor/commander.js';
import { createSwitchover } from '../switchover.js';
import { percent, tellScore } from './corpus-report.js';
import { score, CORPUS_NOW, type CorpusRow, type Score, type View } from './corpus-score.js';
import { CommandError, EXIT } from './exit.js';
import { readInput, type Io } from './io.js';

interface Options {
  readonly json?: boolean;
  readonly min?: number;
}

export function addCorpus(program: Command, io: Io): void {
  program
    .command('corpus')
    .description('score the classifier on files of labelled errors: a line for each miss, a confusion matrix, then summaries of three runs')
    .argument('<file...>', 'JSON Lines files, as in tests/corpus')
    .option('--json', 'print the score as one JSON object')
    .option(
      '--min <share>',
      'end with exit code 1 when fewer than this share of the reasons is right, e.g. 0.85',
      toShare,
    )
    .action(async (files: string[], options: Options) => corpus(files, options, io));
}

function toShare(text: string): number {
  const share = Number(text);
  if (!(share >= 0 && share <= 1)) throw new InvalidArgumentError('expected a number from 0 to 1.');
  return share;
}

async function corpus(files: readonly string[], options: Options, io: Io): Promise<void> {
  const texts: string[] = [];
  for (const file of files) texts.push(await readInput(file, io));
  const rows = texts.flatMap((text, index) => readRows(text, files[index] ?? '-'));
  const sw = createSwitchover({ config: {}, clock: { now: () => CORPUS_NOW, timer: () => () => undefined } });
  const run = (view: View): Score => score(rows, (signal) => sw.classifySignal(signal), view);
  const [result, textOnly, structureOnly] = [run('all'), run('textOnly'), run('structureOnly')];
  const sha256 = createHash('sha256').update(texts.join('')).digest('hex');
  if (options.json === true) io.out(JSON.stringify({ ...result, textOnly, structureOnly, sha256 }, null, 2));
  else for (const line of tellScore({ result, textOnly, structureOnly, sha256 }, io)) io.out(line);
  if (options.min !== undefined && result.accuracy < options.min) {
    throw new CommandError(
      `${percent(result)} of the reasons are right; ${options.min * 100} % were asked for`,
      EXIT.below,
    );
  }
}

function readRows(text: string, file: string): CorpusRow[] {
  const rows: CorpusRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') rows.push(readRow(line, `${file}:${index + 1}`));
  }
  if (rows.length === 0) throw new CommandError(`${file}: there is no row in it`);
  return rows;
}

function readRow(line: string, place: string): CorpusRow {
  const row = parse(line, place) as Partial<CorpusRow> | null;
  const expect = row?.expect;
  if (typeof row?.id !== 'string' || typeof expect?.reason !== 'string') {
    throw new CommandError(`${place}: not a corpus row; expected an object with id and expect.reason`);
  }
  const blank = { provider: null, status: null, code: null, headers: null, body: null };
  const unlabelled: Omit<CorpusRow['expect'], 'reason'> = {
    alsoOk: [],
    usageWindow: null,
    retryAfterMs: null,
    retryAfterScored: false,
  };
  const label = { ...unlabelled, ...expect };
  return { ...blank, ...row, id: row.id, expect: label };
}

function parse(line: string, place: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    throw new CommandError(`${place}: not JSON: ${(error as Error).message}`);
  }
}

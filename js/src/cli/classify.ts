// `switchover classify`: what an error is, and which rule says so.
import { InvalidArgumentError, type Command } from '../vendor/commander.js';
import { createSwitchover, type Switchover } from '../switchover.js';
import { tellDuration, tellName } from '../tell.js';
import type { Classification, ErrorSignal } from '../types.gen.js';
import { CommandError } from './exit.js';
import { paint, readInput, type Io } from './io.js';
import { tellWhy } from './explain-verdict.js';
import { readSignals } from './signals.js';

interface Options {
  readonly provider?: string;
  readonly status?: number;
  readonly explain?: boolean;
  readonly json?: boolean;
}

export function addClassify(program: Command, io: Io): void {
  program
    .command('classify')
    .description('say what an error is: one error signal as JSON, JSON Lines, or the bare text of an error')
    .argument('[file]', 'a file; standard input without it')
    .option('--provider <id>', 'the provider that it came from, where the input does not say')
    .option('--status <number>', 'the HTTP status, where the input does not say', toStatus)
    .option('--explain', 'show the deciding text and the rules that lost')
    .option('--json', 'print one JSON object for each signal')
    .action(async (file: string | undefined, options: Options) => classify(file, options, io));
}

function toStatus(text: string): number {
  if (!/^[1-9]\d\d$/.test(text)) throw new InvalidArgumentError('expected a number of three digits.');
  return Number(text);
}

async function classify(file: string | undefined, options: Options, io: Io): Promise<void> {
  const text = await readInput(file, io);
  if (text.trim() === '') throw new CommandError('there is nothing to classify: the input is empty');
  const sw = createSwitchover({ config: {} });
  for (const signal of readSignals(text)) show(signal, options, sw, io);
}

function show(given: ErrorSignal, options: Options, sw: Switchover, io: Io): void {
  const signal = { ...(options.provider === undefined ? {} : { provider: options.provider }), ...given };
  if (options.status !== undefined) signal.status ??= options.status;
  const verdict = sw.classifySignal(signal, { explain: options.explain ?? false });
  if (options.json === true) io.out(JSON.stringify(verdict));
  else for (const line of tell(verdict, signal, io)) io.out(line);
}

/** A verdict for people, a few lines. */
function tell(verdict: Classification, signal: ErrorSignal, io: Io): string[] {
  const { bold, dim } = paint(io.colour);
  const lines = [`${bold(tellName(verdict.reason))}  ${dim(`rule ${verdict.rule}, ${verdict.confidence}`)}`];
  lines.push(`  at fault: ${verdict.scope}; another model may be tried: ${verdict.failover ? 'yes' : 'no'}`);
  if (verdict.usageWindow) lines.push('  a usage window is used up');
  if (verdict.retryAfterMs !== undefined) lines.push(`  the provider asks to wait ${tellDuration(verdict.retryAfterMs)}`);
  if (verdict.resetAt !== undefined) lines.push(`  free again at ${new Date(verdict.resetAt).toISOString()}`);
  if (verdict.requestSizeCeiling) lines.push('  this one request is larger than the whole limit');
  if (verdict.preview !== undefined) lines.push(`  text: ${verdict.preview}`);
  return [...lines, ...tellWhy(verdict, signal, io)];
}

// The score of the classifier for people.
import { FEW_ROWS, sum, type Score, type Tally } from './corpus-score.js';
import { paint, type Io } from './io.js';

/** Providers with fewer rows than this share a line. */
const FEW_PROVIDER_ROWS = 4;

/** The three runs of one command. */
export interface Report {
  readonly result: Score;
  readonly textOnly: Score;
  readonly structureOnly: Score;
  readonly sha256: string;
}

/** Misses, the confusion matrix, the tables, and a summary of each run. */
export function tellScore({ result, textOnly, structureOnly, sha256 }: Report, io: Io): string[] {
  const { bold, dim, red } = paint(io.colour);
  const misses = result.misses.map(({ id, got, want, rule }) => `${red('miss')} ${id}: got ${got}, want ${want} ${dim(`(rule ${rule})`)}`);
  const [many, few] = split(result.byReason);
  return [
    ...misses,
    ...titled(bold('verdicts by label (the label may allow a second reason, which stands beside the diagonal)'), matrix(result)),
    ...titled(bold('by provider'), providers(result)),
    ...titled(bold('by reason'), table(many)),
    ...titled(bold(`reasons with fewer than ${FEW_ROWS} rows`), table(few)),
    ...titled(bold('with everything'), summary(result)),
    ...titled(bold('text only, without status and code'), summary(textOnly)),
    ...titled(bold('status and code only, without body and headers'), summary(structureOnly)),
    '',
    dim(`sha256 ${sha256}`),
  ];
}

/** A block with an empty line before it; nothing for an empty one. */
function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function summary(score: Score): string[] {
  return [
    `reasons      ${share(score)}`,
    `hard rows    ${share(score.hard)}`,
    `rare reasons ${share(score.rare)}`,
    `usage window ${share(score.usageWindow)}`,
    `stated wait  ${share(score.retryAfter)}`,
  ];
}

/** Reasons with enough rows for a percentage to mean something, and the others. */
function split(tallies: Readonly<Record<string, Tally>>): [[string, Tally][], [string, Tally][]] {
  const all = Object.entries(tallies);
  return [all.filter(([, { total }]) => total >= FEW_ROWS), all.filter(([, { total }]) => total < FEW_ROWS)];
}

/** A line for each provider; those with few rows together, so that the list stays short. */
function providers({ byProvider }: Score): string[] {
  const all = Object.entries(byProvider);
  const large = all.filter(([, { total }]) => total >= FEW_PROVIDER_ROWS);
  const small = all.filter(([, { total }]) => total < FEW_PROVIDER_ROWS);
  const rest = sum(small.map(([, tally]) => tally));
  const width = Math.max(0, ...large.map(([name]) => name.length));
  return [...table(large), `  ${`${small.length} others`.padEnd(width)}  ${share(rest)}`];
}

/** Most rows first. */
function table(entries: readonly [string, Tally][]): string[] {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  const sorted = [...entries].sort(order);
  return sorted.map(([name, tally]) => `  ${name.padEnd(width)}  ${share(tally)}`);
}

function order([left, a]: readonly [string, Tally], [right, b]: readonly [string, Tally]): number {
  return b.total - a.total || (left < right ? -1 : 1);
}

/** A row for each label, a column for each verdict; columns are named by letters, which the rows explain. */
function matrix({ confusion }: Score): string[] {
  const names = [...new Set([...Object.keys(confusion), ...Object.values(confusion).flatMap(Object.keys)])].sort();
  const letter = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);
  const width = Math.max(0, ...names.map((name) => name.length));
  const head = `  ${' '.repeat(width + 2)}${names.map((_, index) => letter(index).padStart(4)).join('')}`;
  const cells = (label: string): string => names.map((verdict) => String(confusion[label]?.[verdict] ?? '.').padStart(4)).join('');
  return [head, ...names.map((label, index) => `  ${letter(index)} ${label.padEnd(width)}${cells(label)}`)];
}

function share(tally: Tally): string {
  return `${tally.correct} of ${tally.total} right (${percent(tally)})`;
}

/** `98.4 %`, or that there was nothing to score. */
export function percent({ correct, total }: Tally): string {
  return total === 0 ? 'none scored' : `${((100 * correct) / total).toFixed(1)} %`;
}

// How well the classifier does on labelled errors.
import type { Classification, ErrorSignal } from '../types.gen.js';

/** One labelled error, as in tests/corpus. */
export interface CorpusRow {
  readonly id: string;
  readonly provider: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly headers: Record<string, string> | null;
  readonly body: unknown;
  readonly expect: {
    readonly reason: string;
    readonly alsoOk: readonly string[];
    readonly usageWindow: boolean | null;
    readonly retryAfterMs: number | null;
    readonly retryAfterScored: boolean;
  };
  /** A status or a keyword alone gets it wrong. */
  readonly hard?: boolean;
}

/** How many of how many. */
export interface Tally {
  total: number;
  correct: number;
}

/** How one run over the rows ended. */
export interface Score extends Tally {
  readonly accuracy: number;
  readonly byReason: Readonly<Record<string, Tally>>;
  readonly byProvider: Readonly<Record<string, Tally>>;
  /** Label, then verdict, then how many rows. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly misses: readonly { id: string; got: string; want: string; rule: string }[];
  /** The rows marked hard, and the rows whose reason has few of them. */
  readonly hard: Tally;
  readonly rare: Tally;
  readonly usageWindow: Tally;
  readonly retryAfter: Tally;
}

/** Which part of a row the classifier sees. */
export type View = 'all' | 'textOnly' | 'structureOnly';

/** What each view leaves out: the figures show what words and what structure are worth. */
const HIDDEN: Readonly<Record<View, readonly string[]>> = {
  all: [],
  textOnly: ['status', 'code'],
  structureOnly: ['headers', 'body'],
};

/** Reasons with fewer rows than this are reported apart. */
export const FEW_ROWS = 10;
/** The time at which the corpus is scored. */
export const CORPUS_NOW = Date.UTC(2026, 6, 1);
/** A stated wait counts as right within this. */
const TOLERANCE_MS = 1000;

/** The row as a program would have seen it. */
export function signalOf(row: CorpusRow): ErrorSignal {
  const { provider, status, code, headers, body } = row;
  const fields = Object.entries({ provider, status, code, headers, body });
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== undefined));
}

/** Classifies every row in a view and compares with its label. */
export function score(rows: readonly CorpusRow[], classify: (signal: ErrorSignal) => Classification, view: View = 'all'): Score {
  const counts = new Counts();
  for (const row of rows) {
    const shown = Object.entries(signalOf(row)).filter(([field]) => !HIDDEN[view].includes(field));
    counts.add(row, classify(Object.fromEntries(shown)));
  }
  return counts.score();
}

class Counts {
  readonly #total = blank();
  readonly #hard = blank();
  readonly #usageWindow = blank();
  readonly #retryAfter = blank();
  readonly #byReason: Record<string, Tally> = {};
  readonly #byProvider: Record<string, Tally> = {};
  readonly #confusion: Record<string, Record<string, number>> = {};
  readonly #misses: { id: string; got: string; want: string; rule: string }[] = [];

  add(row: CorpusRow, got: Classification): void {
    const { expect, hard, id, provider } = row;
    const right = got.reason === expect.reason || expect.alsoOk.includes(got.reason);
    count(this.#total, right);
    count((this.#byReason[expect.reason] ??= blank()), right);
    count((this.#byProvider[provider ?? 'none'] ??= blank()), right);
    const verdicts = (this.#confusion[expect.reason] ??= {});
    verdicts[got.reason] = (verdicts[got.reason] ?? 0) + 1;
    if (hard === true) count(this.#hard, right);
    if (!right) this.#misses.push({ id, got: got.reason, want: expect.reason, rule: got.rule });
    if (expect.usageWindow !== null) count(this.#usageWindow, got.usageWindow === expect.usageWindow);
    if (expect.retryAfterScored) count(this.#retryAfter, waitIsRight(got.retryAfterMs, expect.retryAfterMs));
  }

  score(): Score {
    const { total, correct } = this.#total;
    return {
      total,
      correct,
      accuracy: total === 0 ? 0 : correct / total,
      byReason: this.#byReason,
      misses: this.#misses,
      usageWindow: this.#usageWindow,
      retryAfter: this.#retryAfter,
      byProvider: this.#byProvider,
      confusion: this.#confusion,
      hard: this.#hard,
      rare: sum(Object.values(this.#byReason).filter((tally) => tally.total < FEW_ROWS)),
    };
  }
}

function blank(): Tally {
  return { total: 0, correct: 0 };
}

/** All of them together. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((all, { total, correct }) => ({ total: all.total + total, correct: all.correct + correct }), blank());
}

function count(tally: Tally, right: boolean): void {
  tally.total += 1;
  if (right) tally.correct += 1;
}

function waitIsRight(got: number | undefined, want: number | null): boolean {
  if (want === null || got === undefined) return want === null && got === undefined;
  return Math.abs(got - want) <= TOLERANCE_MS;
}

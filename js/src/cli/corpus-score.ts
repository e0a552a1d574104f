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
}

/** How many of how many. */
export interface Tally {
  total: number;
  correct: number;
}

/** What `corpus --json` prints, but for the hash. */
export interface Score extends Tally {
  readonly accuracy: number;
  readonly byReason: Readonly<Record<string, Tally>>;
  readonly misses: readonly { id: string; got: string; want: string; rule: string }[];
  readonly usageWindow: Tally;
  readonly retryAfter: Tally;
}

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

export function score(rows: readonly CorpusRow[], classify: (signal: ErrorSignal) => Classification): Score {
  const total: Tally = { total: 0, correct: 0 };
  const usageWindow: Tally = { total: 0, correct: 0 };
  const retryAfter: Tally = { total: 0, correct: 0 };
  const byReason: Record<string, Tally> = {};
  const misses: { id: string; got: string; want: string; rule: string }[] = [];
  for (const row of rows) {
    const got = classify(signalOf(row));
    const { expect } = row;
    const right = got.reason === expect.reason || expect.alsoOk.includes(got.reason);
    count(total, right);
    count((byReason[expect.reason] ??= { total: 0, correct: 0 }), right);
    if (!right) misses.push({ id: row.id, got: got.reason, want: expect.reason, rule: got.rule });
    if (expect.usageWindow !== null) count(usageWindow, got.usageWindow === expect.usageWindow);
    if (expect.retryAfterScored) count(retryAfter, waitIsRight(got.retryAfterMs, expect.retryAfterMs));
  }
  const accuracy = total.total === 0 ? 0 : total.correct / total.total;
  return { ...total, accuracy, byReason, misses, usageWindow, retryAfter };
}

function count(tally: Tally, right: boolean): void {
  tally.total += 1;
  if (right) tally.correct += 1;
}

function waitIsRight(got: number | undefined, want: number | null): boolean {
  if (want === null || got === undefined) return want === null && got === undefined;
  return Math.abs(got - want) <= TOLERANCE_MS;
}

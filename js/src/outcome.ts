// How a turn ended, for those who want data and for those who want exceptions.
import {
  AbortedError,
  attach,
  AttemptError,
  DeadlineError,
  FallbackSummaryError,
  SwitchRequestedError,
} from './errors.js';
import type { AttemptRecord, Outcome } from './types.gen.js';

type Completed = Extract<Outcome, { kind: 'completed' }>;

/** What `try` answers: the outcome, with the answer or with what `run` would throw. */
export type Result<T> = (Completed & { value: T }) | (Exclude<Outcome, Completed> & { error: unknown });

/** What really happened in each attempt, by attempt id. */
export type Originals = ReadonlyMap<string, unknown>;

/** The result of an outcome. */
export function toResult<T>(
  outcome: Outcome,
  value: T | undefined,
  originals: Originals,
  abortReason: unknown,
): Result<T> {
  if (outcome.kind === 'completed') return { ...outcome, value: value as T };
  return { ...outcome, error: toError(outcome, originals, abortReason) };
}

function toError(outcome: Exclude<Outcome, Completed>, originals: Originals, abortReason: unknown): unknown {
  const { attempts } = outcome;
  switch (outcome.kind) {
    case 'exhausted':
      return new FallbackSummaryError(outcome.summary, attempts, lastOf(attempts, originals));
    case 'aborted':
      return new AbortedError(attempts, abortReason);
    case 'deadline':
      return new DeadlineError(attempts);
    case 'switch_requested':
      return new SwitchRequestedError(outcome.target, attempts);
    case 'surfaced':
    case 'needs_compaction': {
      const partial = outcome.kind === 'surfaced' && outcome.partial;
      const { classification, kind } = outcome;
      return attach(lastOf(attempts, originals) ?? invent(attempts), { kind, classification, partial, attempts });
    }
  }
}

/** The original error of the last attempt that has one. */
function lastOf(attempts: readonly AttemptRecord[], originals: Originals): unknown {
  const failed = attempts.filter(({ attemptId }) => originals.has(attemptId)).at(-1);
  return failed === undefined ? [...originals.values()].at(-1) : originals.get(failed.attemptId);
}

/** An error for an attempt in which nothing was thrown: it was cancelled by a time-out, or its answer was none. */
function invent(attempts: readonly AttemptRecord[]): AttemptError {
  const last = attempts.at(-1);
  const what = last?.error ?? last?.reason?.replaceAll('_', ' ') ?? 'no attempt was made';
  return new AttemptError('attempt_failed', last === undefined ? what : `${last.provider}/${last.model}: ${what}`);
}

// The errors that this package throws. Each has a stable `code`, and a marker that survives two copies of the package.
import type { AttemptRecord, Classification, FallbackSummary, LiveSwitch, Outcome, Problem } from './types.gen.js';

const MARK = Symbol.for('switchover.error');

/** The base of every error of this package. `code` is stable; the message is for people. */
export class SwitchoverError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    Object.defineProperty(this, MARK, { value: lineage(new.target) });
  }

  /** True for an error of this class, also when it was made by another copy of the package. */
  static isInstance<C extends abstract new (...args: never[]) => Error>(
    this: C,
    value: unknown,
  ): value is InstanceType<C> {
    if (typeof value !== 'object' || value === null) return false;
    const names: unknown = Reflect.get(value, MARK);
    return Array.isArray(names) && names.includes(this.name);
  }
}

function lineage(made: { name: string }): string[] {
  const names: string[] = [];
  for (let at: unknown = made; typeof at === 'function' && at !== Error; at = Object.getPrototypeOf(at)) {
    names.push((at as { name: string }).name);
  }
  return names;
}

/** The config or the request of a turn is wrong. All problems are listed, each with its path (T-3). */
export class PlanError extends SwitchoverError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], what: string) {
    super('wrong_plan', [`${what}:`, ...problems.map((one) => `  ${tell(one)}`)].join('\n'));
    this.problems = problems;
  }
}

function tell({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** The engine was used in a way that it does not allow, or an operation is not there yet (`not_yet`). */
export class MisuseError extends SwitchoverError {
  readonly problems: readonly Problem[];

  constructor(code: string, message: string, problems: readonly Problem[] = []) {
    super(code, message);
    this.problems = problems;
  }
}

/** Stored state that cannot be read, or a store that cannot be opened. Nothing was changed. */
export class StoreError extends SwitchoverError {}

/** The engine broke. Its instance is dropped and a new one is bound; the turn that it happened in is lost. */
export class InternalError extends SwitchoverError {}

/** Throw this (or a subclass) out of a callback for a fault of your own program: no provider is blamed for it. */
export class HostError extends SwitchoverError {
  constructor(message: string, options?: ErrorOptions) {
    super('host_error', message, options);
  }
}

/** A callback returned a `Response` that is not ok. */
export class ResponseError extends SwitchoverError {
  readonly response: Response;
  readonly status: number;

  constructor(response: Response) {
    super('response_not_ok', `the provider answered HTTP ${response.status} ${response.statusText}`.trim());
    this.response = response;
    this.status = response.status;
  }
}

/** An attempt ended without an error of the host's: a time-out of the machine, or an answer with nothing in it. */
export class AttemptError extends SwitchoverError {}

/** The turn's deadline passed (T-20). */
export class DeadlineError extends SwitchoverError {
  readonly attempts: readonly AttemptRecord[];

  constructor(attempts: readonly AttemptRecord[]) {
    super('deadline', 'the deadline of the turn passed before a model answered');
    this.attempts = attempts;
  }
}

/** The caller gave the turn up. `cause` is the reason of the abort signal. */
export class AbortedError extends SwitchoverError {
  readonly attempts: readonly AttemptRecord[];

  constructor(attempts: readonly AttemptRecord[], cause: unknown) {
    super('aborted', 'the turn was aborted by its caller', { cause });
    this.attempts = attempts;
  }
}

/** The person kept switching models while the turn ran (T-15). */
export class SwitchRequestedError extends SwitchoverError {
  readonly target: LiveSwitch;
  readonly attempts: readonly AttemptRecord[];

  constructor(target: LiveSwitch, attempts: readonly AttemptRecord[]) {
    super('switch_requested', `the model was switched to ${target.provider}/${target.model} again while the turn ran`);
    this.target = target;
    this.attempts = attempts;
  }
}

/** Every candidate failed or was skipped (T-34). The message is a sentence for people. */
export class FallbackSummaryError extends SwitchoverError {
  readonly summary: FallbackSummary;
  readonly attempts: readonly AttemptRecord[];
  /** When the first candidate is free again, in milliseconds since the epoch. */
  readonly soonestCooldownExpiry: number | undefined;

  constructor(summary: FallbackSummary, attempts: readonly AttemptRecord[], cause: unknown) {
    super('all_candidates_failed', summary.message, { cause });
    this.summary = summary;
    this.attempts = attempts;
    this.soonestCooldownExpiry = summary.soonestCooldownExpiry;
  }
}

/** What is attached as `switchover` to an original error that is thrown again. */
export interface Attached {
  readonly kind: Outcome['kind'];
  readonly classification: Classification | undefined;
  readonly partial: boolean;
  readonly attempts: readonly AttemptRecord[];
}

/** Attaches the story of the turn to the original error; what cannot carry it becomes the cause of one that can. */
export function attach(original: unknown, attached: Attached): unknown {
  const target =
    typeof original === 'object' && original !== null && Object.isExtensible(original) ? original : wrap(original);
  Object.defineProperty(target, 'switchover', {
    value: attached,
    configurable: true,
    enumerable: false,
    writable: true,
  });
  return target;
}

function wrap(original: unknown): Error {
  if (original instanceof Error) return new AttemptError('attempt_failed', original.message, { cause: original });
  return new AttemptError('attempt_failed', String(original), { cause: original });
}

/** The story attached to an error by `run`, if there is one. */
export function attachedTo(error: unknown): Attached | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  return (error as { switchover?: Attached }).switchover;
}

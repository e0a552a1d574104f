// What can be plugged in, and what a turn is asked with.
import type { Attempt } from './attempt.js';
import type { Clock } from './clock.js';
import type { ConfigInput } from './config.js';
import type { Handlers, Log, Secrets, Store } from './ports.js';
import type { AuthProfile, DecisionRecord, Notice, Outcome, TurnRequest } from './types.gen.js';

/** Everything that can be plugged in; only `config` is needed. */
export interface SwitchoverOptions {
  /** The config: an object, or JSON5 text (M-1). */
  readonly config: ConfigInput;
  /** Where health and sessions are kept; in memory by default. */
  readonly store?: Store;
  /** The credentials of this host, without secrets. What the store and the config know comes on top. */
  readonly profiles?: readonly AuthProfile[];
  readonly secrets?: Secrets;
  readonly handlers?: Handlers;
  readonly clock?: Clock;
  /** Makes the draws of all turns repeatable; random without it. */
  readonly seed?: number;
  /** Warnings and other lines for operators; warnings go to the console by default. */
  readonly log?: Log;
  readonly onNotice?: (notice: Notice, about: { sessionId: string | undefined }) => void;
  readonly onDecision?: (record: DecisionRecord) => void;
  /** How each turn ended, with every attempt. */
  readonly onOutcome?: (outcome: Outcome, about: { sessionId: string | undefined }) => void;
  /** Not there yet. */
  readonly record?: boolean;
}

/** A turn to run: every field of the engine's request but those that this package fills in. */
export interface RunRequest extends Omit<TurnRequest, 'turnId' | 'seed' | 'offers' | 'deadlineAt'> {
  /** The callback can go on from the last completed response when asked to (`mode: 'continue'`). */
  readonly canContinue?: boolean;
  /** The client that the callback uses retries by itself, and that cannot be switched off (T-4). */
  readonly innerRetries?: boolean;
  /** Gives the turn up. A signal of `AbortSignal.timeout` counts as the turn's deadline. */
  readonly signal?: AbortSignal;
  /** How long the whole turn may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** Called when what an attempt showed is to be taken back (T-12). */
  readonly onDiscard?: (attemptId: string) => void;
}

/** Asks what was seen of a failure. */
export interface ClassifyOptions {
  readonly provider?: string;
  readonly model?: string;
  /** Adds the deciding text and the rules that lost. */
  readonly explain?: boolean;
}

/** Makes a call, given an attempt. */
export type Callback<T> = (attempt: Attempt) => T | PromiseLike<T>;

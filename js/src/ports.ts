// What a host can plug in: a store, secrets, handlers, a log.
import type { ErrorSignal, Problem } from './types.gen.js';

export type Awaitable<T> = T | Promise<T>;

/** The store's own mark of one state of one record; compare it with nothing but what the store gave. */
export type Version = string | number;

/** A record as a store hands it over. `value` and `version` are null when there is none. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly version: Version | null;
}

/** The answer to `compareAndSet`: stored, or what is there instead. */
export type Stored =
  { readonly ok: true; readonly version: Version } | { readonly ok: false; readonly conflict: Entry };

/** A page of `list`. */
export interface Page {
  readonly entries: readonly Entry[];
  /** Give it back for the next page; absent after the last one. */
  readonly cursor?: string;
}

/**
 * Where records are kept (H-6). A store knows nothing of what is in them: the engine is the only one that merges.
 *
 * Values are plain JSON. `compareAndSet` with version `null` creates, and is a conflict when the key is there; with
 * value `null` it removes.
 */
export interface Store {
  /** The entries that are there; a missing key is left out. */
  load(keys: readonly string[]): Awaitable<readonly Entry[]>;
  /** `expiresAt`: after this time (milliseconds since the epoch) the record may be collected. */
  compareAndSet(
    key: string,
    value: unknown,
    version: Version | null,
    options?: { expiresAt?: number },
  ): Awaitable<Stored>;
  list(prefix: string, cursor?: string): Awaitable<Page>;
  close(): Awaitable<void>;
}

/** A profile's secret, by function or by profile id. */
export type Secrets =
  | ((profileId: string, provider: string) => Awaitable<string | undefined>)
  | Readonly<Record<string, string | undefined>>;

/** What a handler is told besides the question. */
export interface AskContext {
  readonly sessionId: string | undefined;
  readonly agentId: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly profileId: string | undefined;
  /** Aborted when the turn no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** The rule that asks. */
  readonly rule: string;
  /** The question as the engine put it. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a host can do when asked. A handler that is there is offered to the engine; throwing means it failed. */
export interface Handlers {
  /** Gets a new access token. */
  refresh?(context: AskContext): Awaitable<{ expiresAt?: number; credentialVersion?: string } | void>;
  /** Rewrites the transcript as asked, e.g. tool-call ids. */
  repair?(context: AskContext): Awaitable<void>;
  /** Starts a new server-side conversation. */
  resetSession?(context: AskContext): Awaitable<void>;
  /** Makes the conversation shorter. */
  compact?(context: AskContext): Awaitable<void>;
  /** May a dearer model be used? */
  consent?(context: AskContext): Awaitable<boolean>;
}

/** A line for people who run the program. */
export interface LogLine {
  readonly level: 'info' | 'warn';
  /** Stable, e.g. `store_gone`, `config_warning`. */
  readonly event: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

export type Log = (line: LogLine) => void;

/** What an answer turned out to be, as the readers see it. */
export interface AnswerFacts {
  readonly empty: boolean;
  readonly payloadSignal?: ErrorSignal;
}

/** A config warning as a log line. */
export function warningLine({ path, message, code }: Problem): LogLine {
  return { level: 'warn', event: 'config_warning', message: path === '' ? message : `${path}: ${message}`, code, path };
}

// `createSwitchover`: the engine, a store and a driver as one object.
import { offersOf } from './asks.js';
import { systemClock, type Clock } from './clock.js';
import { readConfig, type ConfigInput } from './config.js';
import { Driver } from './driver.js';
import { Engine } from './engine.js';
import { MisuseError } from './errors.js';
import { consoleLog, guarded, guardedLog } from './guarded.js';
import { Marks } from './marks.js';
import type { Callback, ClassifyOptions, RunRequest, SwitchoverOptions } from './options.js';
import { toResult, type Result } from './outcome.js';
import { warningLine, type Log } from './ports.js';
import { read, readFully } from './readers/index.js';
import { Records } from './records.js';
import { SecretReader } from './secrets.js';
import { Sessions } from './sessions.js';
import { describe, profilesOfConfig } from './profiles.js';
import { loadSnapshot } from './state.js';
import { memoryStore } from './stores/memory.js';
import { streamTurn } from './stream.js';
import type {
  Applied,
  AuthProfile,
  Classification,
  ErrorSignal,
  Explanation,
  Notice,
  Snapshot,
  Status,
  TurnRequest,
} from './types.gen.js';

/** A user turn is started again at most this often when the person switches models meanwhile (T-15). */
const MAX_RESTARTS = 2;
/** The largest seed: what JSON numbers carry exactly. */
const SEEDS = 2 ** 53;

export class Switchover {
  #engine: Engine;
  #config: Record<string, unknown>;
  readonly #options: SwitchoverOptions;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #records: Records;
  readonly #secrets: SecretReader;
  readonly #marks = new Marks();
  readonly #sessions: Sessions;
  readonly #tellOutcome: NonNullable<SwitchoverOptions['onOutcome']>;
  #turns = 0;

  constructor(options: SwitchoverOptions) {
    if (options.record === true) throw notYet('record');
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = guardedLog(options.log ?? consoleLog);
    this.#tellOutcome = guarded('onOutcome', options.onOutcome, this.#log);
    this.#config = readConfig(options.config);
    this.#engine = this.#newEngine();
    this.#secrets = new SecretReader(options.secrets, () => this.#engine.policy.secrets);
    this.#records = new Records({
      store: options.store ?? memoryStore(),
      timeoutMs: () => this.#engine.policy.storeTimeoutMs,
      apply: (key, record, change) =>
        this.#engine.call<Applied>('apply', { key, record, change, now: this.#clock.now() }),
      log: this.#log,
    });
    this.#sessions = new Sessions({
      call: (op, args) => this.#engine.call(op, args),
      records: this.#records,
      marks: this.#marks,
      now: () => this.#clock.now(),
      profiles: () => this.#profiles(),
      log: this.#log,
    });
  }

  /** The verdict on anything that was caught. Synchronous: of a `Response` it sees status and headers. */
  classify(failure: unknown, options: ClassifyOptions = {}): Classification {
    return this.#engine.classify(read(failure, options), this.#clock.now(), options.explain ?? false);
  }

  /** The verdict on a `Response` with its body, read from a clone: at most 64 KiB, for at most 2 s. */
  async classifyResponse(response: Response, options: ClassifyOptions = {}): Promise<Classification> {
    const signal = await readFully(response, options);
    return this.#engine.classify(signal, this.#clock.now(), options.explain ?? false);
  }

  /** The verdict on a signal as it is; an unknown field is refused with a `MisuseError`. */
  classifySignal(signal: ErrorSignal, options: { explain?: boolean } = {}): Classification {
    return this.#engine.classify(signal, this.#clock.now(), options.explain ?? false);
  }

  /** Runs a turn and gives the answer. Throws `FallbackSummaryError`, or the original error with the story attached. */
  async run<T>(request: RunRequest, callback: Callback<T>): Promise<T> {
    const result = await this.try(request, callback);
    if (result.kind === 'completed') return result.value;
    throw result.error;
  }

  /** The same without throwing. A wrong plan still throws a `PlanError`. */
  async try<T>(request: RunRequest, callback: Callback<T>): Promise<Result<T>> {
    for (let restarts = 0; ; restarts++) {
      const result = await this.#turn(request, callback);
      if (result.kind !== 'switch_requested' || restarts >= MAX_RESTARTS) return result;
    }
  }

  /** Runs a turn whose answer is a stream. Parts come out as they come in; what came before a failure never repeats. */
  stream<P>(request: RunRequest, callback: Callback<AsyncIterable<P>>): AsyncGenerator<P, void, undefined> {
    return streamTurn(request, callback, (inner, run) => this.run(inner, run));
  }

  /** Chooses a model for a session, as a person does; `ref` may be `default`. A running turn is told. */
  selectModel(sessionId: string, ref: string, choice: { via: string; agentId?: string }): Promise<void> {
    return this.#sessions.selectModel(sessionId, ref, choice);
  }

  /** Starts the session anew, as `/new` does (S-5). */
  reset(sessionId: string): Promise<void> {
    return this.#sessions.reset(sessionId);
  }

  /** Reports a compaction that happened outside a turn. */
  compacted(sessionId: string): Promise<void> {
    return this.#sessions.compacted(sessionId);
  }

  /** Forgets the failures of a credential, as after a top-up. */
  clear(profileId: string, options: { agentId?: string; by?: string } = {}): Promise<void> {
    return this.#sessions.clear(profileId, options);
  }

  /** The last turn of a session that did not go straight through, in sentences. */
  why(sessionId: string): Promise<string[]> {
    return this.#sessions.why(sessionId);
  }

  /** What would be tried now for this request, and why, without doing it (M-10). */
  explain(request: RunRequest = {}): Promise<Explanation> {
    return this.#view('explain', request);
  }

  /** The models and credentials of a session as they are now, for people (S-10). */
  status(request: RunRequest = {}): Promise<Status> {
    return this.#view('status', request);
  }

  /** Not there yet. */
  replay(_recording: string): never {
    throw notYet('replay');
  }

  /** A new config for the turns to come; those that run keep theirs. Throws a `PlanError` and keeps the old one. */
  update(config: ConfigInput): void {
    const before = this.#config;
    this.#config = readConfig(config);
    try {
      this.#engine = this.#newEngine();
    } catch (error) {
      this.#config = before;
      throw error;
    }
  }

  /** Writes what is still under way and closes the store. */
  close(): Promise<void> {
    return this.#records.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #newEngine(): Engine {
    const engine = new Engine(this.#config);
    for (const warning of engine.policy.warnings) this.#log(warningLine(warning));
    return engine;
  }

  async #view<T>(op: string, request: RunRequest): Promise<T> {
    const wire = this.#wireRequest(request);
    return this.#engine.call<T>(op, {
      request: wire,
      snapshot: await this.#snapshot(wire, this.#engine),
      now: this.#clock.now(),
    });
  }

  #snapshot(request: TurnRequest, engine: Engine): Promise<Snapshot> {
    return loadSnapshot(engine, this.#records, request, this.#profiles(), this.#marks.of(request.sessionId));
  }

  async #turn<T>(request: RunRequest, callback: Callback<T>): Promise<Result<T>> {
    const { signal } = request;
    if (signal?.aborted === true)
      return toResult<T>({ kind: 'aborted', attempts: [] }, undefined, new Map(), signal.reason);
    const engine = this.#engine;
    const wire = this.#wireRequest(request);
    const reload = (): Promise<Snapshot> => this.#snapshot(wire, engine);
    const turn = engine.begin(wire, await reload(), this.#clock.now());
    const driver = new Driver<T>({ turn, reload, call: callback, ...this.#ports(request) });
    const forget = this.#sessions.running(wire.sessionId, driver);
    try {
      const outcome = await driver.run();
      this.#sessions.remember(wire.sessionId, outcome);
      this.#tellOutcome(outcome, { sessionId: wire.sessionId });
      return toResult(outcome, driver.value, driver.originals, signal?.reason);
    } finally {
      forget();
    }
  }

  #ports(request: RunRequest): Omit<ConstructorParameters<typeof Driver>[0], 'turn' | 'reload' | 'call'> {
    const { onNotice, onDecision, handlers = {} } = this.#options;
    const { sessionId } = request;
    return {
      clock: this.#clock,
      records: this.#records,
      secrets: this.#secrets,
      handlers,
      mark: (effect) => this.#marks.apply(sessionId, effect),
      onNotice: guarded('onNotice', (notice: Notice) => onNotice?.(notice, { sessionId }), this.#log),
      onDecision: guarded('onDecision', onDecision, this.#log),
      onDiscard: guarded('onDiscard', request.onDiscard, this.#log),
      signal: request.signal,
      innerRetries: request.innerRetries ?? false,
      sessionId,
      agentId: request.agentId ?? 'main',
    };
  }

  #wireRequest(request: RunRequest): TurnRequest {
    const { canContinue, innerRetries: _i, signal: _s, deadlineMs, onDiscard: _d, ...rest } = request;
    return {
      ...rest,
      turnId: globalThis.crypto.randomUUID(),
      seed: this.#seed(),
      offers: offersOf(this.#options.handlers ?? {}, canContinue ?? false),
      ...(deadlineMs === undefined ? {} : { deadlineAt: this.#clock.now() + deadlineMs }),
    };
  }

  #seed(): number {
    const { seed } = this.#options;
    this.#turns += 1;
    return seed === undefined ? Math.floor(Math.random() * SEEDS) : (seed + this.#turns) % SEEDS;
  }

  #profiles(): AuthProfile[] {
    const given = (this.#options.profiles ?? []).map((profile) =>
      describe(profile, this.#secrets, this.#engine.policy.secrets),
    );
    return [...given, ...profilesOfConfig(this.#config, this.#secrets, this.#engine.policy.secrets, given)];
  }
}

function notYet(what: string): MisuseError {
  return new MisuseError('not_yet', `${what} is not in this version yet; nothing was changed`);
}

/** An engine with a store and a driver. Throws a `PlanError` that lists everything that is wrong with the config. */
export function createSwitchover(options: SwitchoverOptions): Switchover {
  return new Switchover(options);
}

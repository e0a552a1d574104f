// The engine behind one class: JSON text crosses, plain objects come out, and what was thrown becomes an error of ours.
import { glue, instance, replace } from './bind.js';
import { InternalError, MisuseError, PlanError, StoreError } from './errors.js';
import type { Engine as WasmEngine, Turn as WasmTurn } from './wasm/glue.js';
import type {
  Classification,
  ErrorSignal,
  Event,
  OutboxAnswer,
  OutboxCommand,
  OutboxEntry,
  OutboxLane,
  OutboxOptions,
  Problem,
  RetryAnswer,
  RetryRequest,
  SdkCap,
  SdkCapRequest,
  Snapshot,
  Step,
  TurnRequest,
} from './types.gen.js';

/** What the driver has to know of a policy. */
export interface PolicyFacts {
  readonly preset: string;
  readonly hash: string;
  readonly warnings: readonly Problem[];
  readonly secrets: Readonly<Record<string, { readonly env?: string; readonly file?: string }>>;
  readonly storeTimeoutMs: number;
  readonly stateScope: string;
}

/** A command to an entry of the outbox (O-2); only `enqueue` has no entry. */
export interface OutboxArgs {
  readonly entry?: OutboxEntry;
  readonly command: OutboxCommand;
  readonly now: number;
  readonly options?: Partial<OutboxOptions>;
}

/** One policy, ready to decide. */
export class Engine {
  readonly #config: string;
  #wasm: WasmEngine;
  #instance: number;
  readonly policy: PolicyFacts;

  /** Throws a `PlanError` with every problem of the config. */
  constructor(config: unknown) {
    this.#config = JSON.stringify(config);
    this.#wasm = guard(() => new (glue().Engine)(this.#config));
    this.#instance = instance();
    this.policy = this.call<PolicyFacts>('policy', {});
  }

  /** Any operation by its wire name. */
  call<T>(op: string, args: unknown): T {
    return JSON.parse(guard(() => this.#live().call(op, JSON.stringify(args)))) as T;
  }

  classify(signal: ErrorSignal, now: number, explain = false): Classification {
    return JSON.parse(guard(() => this.#live().classify(JSON.stringify(signal), now, explain))) as Classification;
  }

  /** May this be tried, or tried again? Without `failure` and `success` it is about the first attempt. */
  retry(request: RetryRequest): RetryAnswer {
    return this.call('retry', request);
  }

  /** Whether `x-should-retry: false` is set on a response, so that an SDK leaves a long wait to its caller. */
  sdkCap(response: SdkCapRequest): SdkCap {
    return this.call('sdkCap', response);
  }

  /** Store `entry` of the answer by compare-and-set, then carry out its `actions`. Throws when the command is not legal. */
  outbox(args: OutboxArgs): OutboxAnswer {
    return this.call('outbox', args);
  }

  /** Which of all entries of one destination may be claimed (O-6). */
  outboxNext(entries: readonly OutboxEntry[], now: number): OutboxLane {
    return this.call('outboxNext', { entries, now });
  }

  begin(request: TurnRequest, snapshot: Snapshot, now: number): Turn {
    return new Turn(guard(() => this.#live().begin(JSON.stringify({ request, snapshot, now }))));
  }

  /** After a trap the instance is a new one, and the engine is built again in it. */
  #live(): WasmEngine {
    if (this.#instance !== instance()) {
      this.#wasm = new (glue().Engine)(this.#config);
      this.#instance = instance();
    }
    return this.#wasm;
  }
}

/** A running turn. `free` it when it is over. */
export class Turn {
  readonly #wasm: WasmTurn;
  readonly #instance = instance();
  readonly first: Step;

  constructor(wasm: WasmTurn) {
    this.#wasm = wasm;
    this.first = JSON.parse(guard(() => wasm.firstStep())) as Step;
  }

  handle(event: Event, now: number): Step {
    this.#check();
    return JSON.parse(guard(() => this.#wasm.handle(JSON.stringify({ event, now })))) as Step;
  }

  free(): void {
    if (this.#instance === instance()) this.#wasm.free();
  }

  #check(): void {
    if (this.#instance !== instance())
      throw new InternalError('internal', 'the engine broke in another turn; this turn is lost too');
  }
}

/** Runs a call into wasm. What it throws on purpose is JSON text; anything else means that the instance is broken. */
function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (typeof thrown === 'string') throw fromWire(thrown);
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    replace();
    throw new InternalError('internal', 'the engine broke and was started again; please report this', {
      cause: thrown,
    });
  }
}

const TITLES: Readonly<Record<string, string>> = {
  invalid_config: 'the config is wrong',
  invalid_plan: 'the turn cannot be planned',
};
const STATE_CODES: readonly string[] = ['malformed', 'newer_version', 'policy_mismatch'];

function fromWire(text: string): Error {
  const { code, message, problems = [] } = JSON.parse(text) as { code: string; message: string; problems?: Problem[] };
  const title = TITLES[code];
  if (title !== undefined) return new PlanError(problems, title);
  if (STATE_CODES.includes(code)) return new StoreError(code, message);
  return new MisuseError(code, message, problems);
}

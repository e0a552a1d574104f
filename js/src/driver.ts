// The loop that carries a turn through: effects out of the engine, events back into it. It decides nothing.
import { makeAttempt, type Attempt, type CallEffect } from './attempt.js';
import { askHost, askStore, changesOf, type AskEffect } from './asks.js';
import type { Clock } from './clock.js';
import type { Turn } from './engine.js';
import { ResponseError } from './errors.js';
import { Inbox } from './inbox.js';
import type { AskContext, Handlers } from './ports.js';
import { isHostFault, isResponse, readAnswer, readFully } from './readers/index.js';
import type { Records } from './records.js';
import type { SecretReader } from './secrets.js';
import type { Change, DecisionRecord, Effect, Event, Next, Notice, Outcome, Snapshot } from './types.gen.js';

/** What the driver works with. Everything that can block or call is in here. */
export interface DriverPorts<T> {
  readonly turn: Turn;
  readonly clock: Clock;
  readonly records: Records;
  readonly secrets: SecretReader;
  readonly handlers: Handlers;
  readonly call: (attempt: Attempt) => T | PromiseLike<T>;
  /** Fresh state, for when another process may have changed it. */
  readonly reload: () => Promise<Snapshot>;
  readonly mark: (effect: Extract<Effect, { type: 'mark' }>) => void;
  readonly onNotice: (notice: Notice) => void;
  readonly onDecision: (record: DecisionRecord) => void;
  readonly onDiscard: (attemptId: string) => void;
  readonly signal: AbortSignal | undefined;
  readonly innerRetries: boolean;
  readonly sessionId: string | undefined;
  readonly agentId: string;
}

export class Driver<T> {
  readonly #ports: DriverPorts<T>;
  readonly #inbox: Inbox;
  readonly #calls = new Map<string, AbortController>();
  readonly #asks = new Map<string, AbortController>();
  readonly #shown = new Set<string>();
  #current: CallEffect | undefined;
  #outcome: Outcome | undefined;
  #reloaded: number | undefined;
  /** The answer of the last attempt that gave one. */
  value: T | undefined;
  /** What each attempt really threw, by attempt id. */
  readonly originals = new Map<string, unknown>();

  constructor(ports: DriverPorts<T>) {
    this.#ports = ports;
    this.#inbox = new Inbox(ports.clock, () => this.#calls.size + this.#asks.size > 0);
  }

  /** Reports something from outside, such as a model that a person chose. */
  push(event: Event): void {
    this.#inbox.push(event);
  }

  async run(): Promise<Outcome> {
    const { turn, clock, signal } = this.#ports;
    const onAbort = (): void => this.push({ type: 'abort', by: isTimeout(signal?.reason) ? 'deadline' : 'caller' });
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    try {
      let step = turn.first;
      for (;;) {
        for (const effect of step.effects) this.#perform(effect);
        if (this.#outcome !== undefined) break;
        step = turn.handle(await this.#nextEvent(step.next), clock.now());
      }
      await this.#ports.records.settle();
      return this.#outcome;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#cleanUp();
    }
  }

  /** The turn no longer waits for these answers. */
  #forgetAsks(): void {
    for (const controller of this.#asks.values()) controller.abort();
    this.#asks.clear();
  }

  #cleanUp(): void {
    for (const controller of this.#calls.values()) controller.abort();
    this.#calls.clear();
    this.#forgetAsks();
    this.#inbox.stop();
    this.#ports.turn.free();
  }

  async #nextEvent(next: Next): Promise<Event> {
    const event = await this.#inbox.next(next);
    if (event.type !== 'tick' || next.state !== 'wait') return event;
    if (next.why === 'host_reply') this.#forgetAsks();
    // When a wait for another's lease is over, what the other did is read first (P-8).
    if (next.why !== 'lease' || this.#reloaded === next.at) return event;
    this.#reloaded = next.at;
    return { type: 'snapshot_changed', snapshot: await this.#ports.reload() };
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'persist':
        return this.#persist(changesOf(effect.facts, effect.sessionPatch));
      case 'call':
        return void this.#call(effect);
      case 'cancel_call':
        return this.#cancel(effect.attemptId);
      case 'discard_output':
        return this.#ports.onDiscard(effect.attemptId);
      case 'notify': {
        const { type: _, ...notice } = effect;
        return this.#ports.onNotice(notice);
      }
      case 'log':
        return this.#ports.onDecision(effect.record);
      case 'mark':
        return this.#ports.mark(effect);
      case 'ask':
        return void this.#ask(effect);
      case 'finish':
        this.#outcome = effect.outcome;
    }
  }

  /** Runs beside what follows: storing a failure never delays the next call (T-1). */
  #persist(changes: readonly Change[]): void {
    for (const change of changes) void this.#ports.records.write(change, { keep: true });
  }

  async #call(effect: CallEffect): Promise<void> {
    const controller = new AbortController();
    this.#calls.set(effect.attemptId, controller);
    this.#current = effect;
    // A call through a client library cannot tell when the connection is open, so it says so at once (T-21).
    this.push({ type: 'call_started', attemptId: effect.attemptId, innerRetries: this.#ports.innerRetries });
    try {
      const secret = await this.#secret(effect);
      const attempt = makeAttempt(effect, secret, controller.signal, (event) => this.#report(effect.attemptId, event));
      // A call that was given up while its secret was looked up is not made.
      if (controller.signal.aborted || this.#ports.signal?.aborted === true) return;
      const value = await this.#ports.call(attempt);
      if (isResponse(value) && !value.ok) throw new ResponseError(value);
      this.#settle(effect, controller, () => this.#succeeded(effect.attemptId, value));
    } catch (error) {
      await this.#failed(effect, controller, error);
    }
  }

  /** A reader of secrets that throws is the host's own fault, never the provider's (T-2). */
  async #secret({ profileId, candidate }: CallEffect): Promise<string | undefined> {
    if (profileId === undefined) return undefined;
    try {
      return await this.#ports.secrets.read(profileId, candidate.provider);
    } catch (error) {
      throw new SecretError(error);
    }
  }

  #succeeded(attemptId: string, value: T): void {
    this.value = value;
    this.push({ type: 'succeeded', attemptId, ...readAnswer(value) });
  }

  async #failed(effect: CallEffect, controller: AbortController, error: unknown): Promise<void> {
    const { attemptId, candidate } = effect;
    if (this.#calls.get(attemptId) !== controller) return;
    const fault = error instanceof SecretError ? error.cause : isHostFault(error) ? error : undefined;
    if (fault !== undefined) return this.#settle(effect, controller, () => this.#hostFault(attemptId, fault));
    const failure = error instanceof ResponseError ? error.response : error;
    const aborted = this.#ports.signal?.aborted === true;
    const timedOut = aborted && isTimeout(this.#ports.signal?.reason);
    const phase = this.#shown.has(attemptId) ? ('stream' as const) : undefined;
    const context = { ...candidate, phase, callerAborted: aborted && !timedOut, callerTimedOut: timedOut };
    const signal = await readFully(failure, context);
    this.#settle(effect, controller, () => {
      this.originals.set(attemptId, error);
      this.push({ type: 'failed', attemptId, signal });
    });
  }

  #hostFault(attemptId: string, error: unknown): void {
    this.originals.set(attemptId, error);
    this.push({ type: 'host_error', attemptId, message: error instanceof Error ? error.message : String(error) });
  }

  /** What comes from an attempt that was cancelled is nobody's business any more. */
  #settle({ attemptId }: CallEffect, controller: AbortController, report: () => void): void {
    if (this.#calls.get(attemptId) !== controller) return;
    this.#calls.delete(attemptId);
    report();
  }

  #report(attemptId: string, event: Event): void {
    if (!this.#calls.has(attemptId)) return;
    if (event.type === 'progress') this.#shown.add(attemptId);
    this.push(event);
  }

  #cancel(attemptId: string): void {
    const controller = this.#calls.get(attemptId);
    this.#calls.delete(attemptId);
    controller?.abort();
  }

  async #ask(ask: AskEffect): Promise<void> {
    const controller = new AbortController();
    this.#asks.set(ask.askId, controller);
    const result = ask.kind === 'persist' ? await this.#askStore(ask) : await this.#askHost(ask, controller.signal);
    if (this.#asks.get(ask.askId) !== controller) return;
    this.#asks.delete(ask.askId);
    this.push({ type: 'answered', askId: ask.askId, result });
  }

  #askStore({ params }: AskEffect): ReturnType<typeof askStore> {
    const { facts, sessionPatch } = params as { facts?: Change[]; sessionPatch?: Change | null };
    return askStore(this.#ports.records, changesOf(facts, sessionPatch));
  }

  #askHost(ask: AskEffect, signal: AbortSignal): ReturnType<typeof askHost> {
    const { sessionId, agentId, handlers } = this.#ports;
    const named = ask.params as { provider?: string; model?: string; profileId?: string };
    return askHost(ask, handlers, {
      sessionId,
      agentId,
      provider: named.provider ?? this.#current?.candidate.provider,
      model: named.model ?? this.#current?.candidate.model,
      profileId: named.profileId ?? this.#current?.profileId,
      signal,
      rule: ask.rule,
      params: ask.params as AskContext['params'],
    });
  }
}

/** Marks what the reader of secrets threw. */
class SecretError extends Error {
  constructor(cause: unknown) {
    super('the secret could not be read', { cause: cause ?? new Error('the reader of secrets failed') });
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

// What a person does to a session or a credential, between turns or while one runs.
import type { Marks } from './marks.js';
import type { Records } from './records.js';
import { loadEntry } from './state.js';
import { tellLast, tellOutcome } from './tell.js';
import type { AuthProfile, Change, Effect, Event, LiveSwitch, Outcome, SessionPatch } from './types.gen.js';

type MarkEffect = Omit<Extract<Effect, { type: 'mark' }>, 'type'>;

/** What the engine answers to a change of a session. */
interface SessionChange {
  readonly patch: SessionPatch;
  readonly marks?: readonly MarkEffect[];
}

export interface SessionsPorts {
  readonly call: <T>(op: string, args: unknown) => T;
  readonly records: Records;
  readonly marks: Marks;
  readonly now: () => number;
  readonly profiles: () => AuthProfile[];
}

/** Sessions of which the last outcome is remembered in this process. */
const MAX_REMEMBERED = 1000;

export class Sessions {
  readonly #ports: SessionsPorts;
  readonly #running = new Map<string, Set<{ push(event: Event): void }>>();
  readonly #last = new Map<string, Outcome>();

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  /** Notes that a turn of the session runs. Answers a function that forgets it. */
  running(sessionId: string | undefined, driver: { push(event: Event): void }): () => void {
    if (sessionId === undefined) return () => undefined;
    const turns = this.#running.get(sessionId) ?? new Set();
    this.#running.set(sessionId, turns.add(driver));
    return () => {
      turns.delete(driver);
      if (turns.size === 0) this.#running.delete(sessionId);
    };
  }

  remember(sessionId: string | undefined, outcome: Outcome): void {
    if (sessionId === undefined) return;
    this.#last.delete(sessionId);
    this.#last.set(sessionId, outcome);
    if (this.#last.size > MAX_REMEMBERED) this.#last.delete([...this.#last.keys()][0] ?? '');
  }

  async selectModel(sessionId: string, ref: string, via: string): Promise<void> {
    const { call, now, profiles } = this.#ports;
    const entry = await loadEntry(this.#ports.records, sessionId);
    const change = call<SessionChange>('selectModel', { sessionId, entry, ref, via, profiles: profiles(), now: now() });
    await this.#carryOut(sessionId, change);
    const target = change.patch.set['liveSwitchPending']?.to as LiveSwitch | null | undefined;
    if (!target) return;
    for (const driver of this.#running.get(sessionId) ?? []) driver.push({ type: 'live_switch', ...target, userPending: true });
  }

  async reset(sessionId: string): Promise<void> {
    const entry = await loadEntry(this.#ports.records, sessionId);
    await this.#carryOut(sessionId, this.#ports.call<SessionChange>('resetSession', { sessionId, entry }));
    this.#last.delete(sessionId);
  }

  async compacted(sessionId: string): Promise<void> {
    const entry = await loadEntry(this.#ports.records, sessionId);
    await this.#carryOut(sessionId, this.#ports.call<SessionChange>('compacted', { sessionId, entry }));
  }

  async clear(profileId: string, { agentId, by = 'host' }: { agentId?: string; by?: string }): Promise<void> {
    const profile = this.#ports.profiles().find(({ id }) => id === profileId);
    const args = { profileId, by, now: this.#ports.now(), ...(agentId ? { agentId } : {}), ...(profile ? { profile } : {}) };
    const { facts } = this.#ports.call<{ facts: Change[] }>('clear', args);
    await Promise.all(facts.map((fact) => this.#ports.records.write(fact, { keep: true })));
  }

  async why(sessionId: string): Promise<string[]> {
    const outcome = this.#last.get(sessionId);
    if (outcome !== undefined) return tellOutcome(outcome);
    return tellLast((await loadEntry(this.#ports.records, sessionId))?.lastDecision);
  }

  async #carryOut(sessionId: string, { patch, marks = [] }: SessionChange): Promise<void> {
    for (const mark of marks) this.#ports.marks.apply(sessionId, mark);
    await this.#ports.records.write(patch, { keep: true });
  }
}

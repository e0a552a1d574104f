// What a person does to a session or a credential, between turns or while one runs.
import { dropOldest } from './bounded.js';
import type { Marks } from './marks.js';
import type { Log } from './ports.js';
import type { Records } from './records.js';
import { loadEntry } from './state.js';
import { tellLast, tellOutcome } from './tell.js';
import type {
  AuthProfile,
  Change,
  Effect,
  Event,
  LiveSwitch,
  Outcome,
  SessionEntry,
  SessionPatch,
} from './types.gen.js';

/** What the engine answers to a change of a session. */
interface SessionChange {
  readonly patch: SessionPatch;
  readonly marks?: readonly Omit<Extract<Effect, { type: 'mark' }>, 'type'>[];
  /** What a running turn should be told. */
  readonly liveSwitch?: LiveSwitch;
  /** Why a pin was dropped. */
  readonly pinCleared?: string;
}

export interface SessionsPorts {
  readonly call: <T>(op: string, args: unknown) => T;
  readonly records: Records;
  readonly marks: Marks;
  readonly now: () => number;
  readonly profiles: () => AuthProfile[];
  readonly log: Log;
}

/** Tries of a change that met another one (D-3). */
const MAX_TRIES = 8;
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
    if (this.#last.size > MAX_REMEMBERED) dropOldest(this.#last);
  }

  async selectModel(sessionId: string, ref: string, choice: { via: string; agentId?: string }): Promise<void> {
    const { call, profiles } = this.#ports;
    const change = await this.#change(sessionId, (entry) =>
      call<SessionChange>('selectModel', { sessionId, entry, ref, ...choice, profiles: profiles() }),
    );
    const { liveSwitch, pinCleared } = change;
    if (pinCleared !== undefined)
      this.#ports.log({ level: 'info', event: 'pin_cleared', message: pinCleared, sessionId });
    if (liveSwitch === undefined) return;
    for (const driver of this.#running.get(sessionId) ?? [])
      driver.push({ type: 'live_switch', ...liveSwitch, userPending: true });
  }

  async reset(sessionId: string): Promise<void> {
    await this.#change(sessionId, (entry) => this.#ports.call<SessionChange>('resetSession', { sessionId, entry }));
    this.#last.delete(sessionId);
  }

  async compacted(sessionId: string): Promise<void> {
    await this.#change(sessionId, (entry) => this.#ports.call<SessionChange>('compacted', { sessionId, entry }));
  }

  async clear(profileId: string, { agentId, by = 'host' }: { agentId?: string; by?: string }): Promise<void> {
    const profile = this.#ports.profiles().find(({ id }) => id === profileId);
    const args = {
      profileId,
      by,
      now: this.#ports.now(),
      ...(agentId ? { agentId } : {}),
      ...(profile ? { profile } : {}),
    };
    const { facts } = this.#ports.call<{ facts: Change[] }>('clear', args);
    await Promise.all(facts.map((fact) => this.#ports.records.write(fact, { keep: true })));
  }

  async why(sessionId: string): Promise<string[]> {
    const outcome = this.#last.get(sessionId);
    if (outcome !== undefined) return tellOutcome(outcome);
    return tellLast((await loadEntry(this.#ports.records, sessionId))?.lastDecision);
  }

  /** Computes a change from the entry and stores it; computed again when somebody else chose meanwhile. */
  async #change(sessionId: string, compute: (entry: SessionEntry | null) => SessionChange): Promise<SessionChange> {
    for (let tries = 1; ; tries++) {
      const change = compute(await loadEntry(this.#ports.records, sessionId));
      const written = await this.#ports.records.write(change.patch, { keep: true });
      if (written.kind === 'conflict' && tries < MAX_TRIES) continue;
      for (const mark of change.marks ?? []) this.#ports.marks.apply(sessionId, mark);
      return change;
    }
  }
}

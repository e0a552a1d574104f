// Skip marks of sessions (T-26): kept in this process's memory only, handed back in each snapshot.
import { dropOldest } from './bounded.js';
import type { Effect, SkipMark } from './types.gen.js';

type MarkEffect = Extract<Effect, { type: 'mark' }>;

/** Sessions of which marks are kept. */
const MAX_SESSIONS = 1000;
/** Marks of one session. */
const MAX_MARKS = 64;

export class Marks {
  readonly #sessions = new Map<string, SkipMark[]>();

  /** The marks of a session; those that are over are the engine's to ignore. */
  of(sessionId: string | undefined): SkipMark[] {
    return (sessionId === undefined ? undefined : this.#sessions.get(sessionId)) ?? [];
  }

  apply(sessionId: string | undefined, { op, ...mark }: Omit<MarkEffect, 'type'>): void {
    if (sessionId === undefined) return;
    const rest = this.of(sessionId).filter((one) => !matches(one, mark));
    const { provider, model, profileId, until } = mark;
    if (op === 'set' && provider !== undefined && model !== undefined && until !== undefined) {
      rest.push({ provider, model, ...(profileId === undefined ? {} : { profileId }), until });
    }
    this.#keep(sessionId, rest.slice(-MAX_MARKS));
  }

  #keep(sessionId: string, marks: SkipMark[]): void {
    this.#sessions.delete(sessionId);
    if (marks.length > 0) this.#sessions.set(sessionId, marks);
    if (this.#sessions.size > MAX_SESSIONS) dropOldest(this.#sessions);
  }
}

/** What an effect leaves out holds for all. */
function matches(mark: SkipMark, wanted: { provider?: string; model?: string; profileId?: string }): boolean {
  const { provider, model, profileId } = wanted;
  if (provider !== undefined && mark.provider !== provider) return false;
  if (model !== undefined && mark.model !== model) return false;
  return profileId === undefined || mark.profileId === profileId;
}

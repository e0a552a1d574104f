// Questions of the engine: the store or one of the host's functions answers.
import type { AskContext, Handlers } from './ports.js';
import { readFully } from './readers/index.js';
import type { Records, Written } from './records.js';
import type { Answer, AskKind, Change, Effect, Offer } from './types.gen.js';

export type AskEffect = Extract<Effect, { type: 'ask' }>;

/** Which handler answers which question, and under which name it is offered. */
const ANSWERED_BY: Readonly<Record<Exclude<AskKind, 'persist'>, { handler: keyof Handlers; offer: Offer }>> = {
  refresh_credential: { handler: 'refresh', offer: 'refresh' },
  repair: { handler: 'repair', offer: 'repair' },
  reset_session: { handler: 'resetSession', offer: 'reset_session' },
  compact: { handler: 'compact', offer: 'compact' },
  consent: { handler: 'consent', offer: 'consent' },
};

/** What a host with these handlers offers. */
export function offersOf(handlers: Handlers, canContinue: boolean): Offer[] {
  const offers = Object.values(ANSWERED_BY).filter(({ handler }) => handlers[handler] !== undefined);
  return [...offers.map(({ offer }) => offer), ...(canContinue ? (['continue'] as const) : [])];
}

/** Puts the question to the host's function. Whatever it throws is data for the engine. */
export async function askHost(ask: AskEffect, handlers: Handlers, context: AskContext): Promise<Answer> {
  if (ask.kind === 'persist') return { status: 'failed' };
  try {
    const data: unknown = await handlers[ANSWERED_BY[ask.kind].handler]?.(context);
    if (data === false) return { status: 'denied' };
    return typeof data === 'object' && data !== null ? { status: 'ok', data } : { status: 'ok' };
  } catch (error) {
    return { status: 'failed', signal: await readFully(error, { provider: context.provider }) };
  }
}

/** The changes of a `persist`, in the order of H-6: profiles and accounts, session, provider. */
export function changesOf(facts: readonly Change[] | undefined, patch: Change | null | undefined): Change[] {
  const list = [...(facts ?? [])];
  const late = list.filter(({ key }) => key.startsWith('provider/'));
  return [...list.filter((change) => !late.includes(change)), ...(patch ? [patch] : []), ...late];
}

/** Stores what must be known to have won, and says whether it did. The first refusal ends it. */
export async function askStore(records: Records, changes: readonly Change[]): Promise<Answer> {
  for (const change of changes) {
    const answer = toAnswer(await records.write(change, { keep: false }));
    if (answer.status !== 'ok') return answer;
  }
  return { status: 'ok' };
}

function toAnswer(written: Written): Answer {
  if (written.kind === 'denied') {
    return { status: 'denied', ...(written.heldUntil === undefined ? {} : { heldUntil: written.heldUntil }) };
  }
  if (written.kind === 'conflict') return { status: 'conflict', entry: written.entry };
  return { status: written.kind === 'record' ? 'ok' : 'failed' };
}

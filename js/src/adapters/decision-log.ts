// A decision log for people: repeats of the same decision about a credential are folded, with a count (T-32).
import { dropOldest } from '../bounded.js';
import type { Clock } from '../clock.js';
import { systemClock } from '../clock.js';
import type { DecisionRecord } from '../types.gen.js';

/** A record, and how many like it were left out since the last one that was written. */
export type WrittenDecision = DecisionRecord & { readonly repeated?: number };

export interface DecisionLogOptions {
  /** Where records go, e.g. `(record) => console.log(JSON.stringify(record))`. */
  readonly write: (record: WrittenDecision) => void;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Repeats within this time are folded. */
const WINDOW_MS = 30_000;
/** Decisions that are remembered. */
const MAX_REMEMBERED = 1000;
/** Reasons of which a refused credential gives one for every call. */
const FOLDED = new Set<DecisionRecord['reason']>(['auth', 'auth_permanent']);

/** A function for `onDecision` that writes every record but the repeats of an auth decision. */
export function decisionLog({ write, clock = systemClock }: DecisionLogOptions): (record: DecisionRecord) => void {
  const seen = new Map<string, { since: number; repeated: number }>();
  return (record) => {
    const key = keyOf(record);
    const before = seen.get(key);
    if (key !== '' && before !== undefined && clock.now() - before.since < WINDOW_MS) {
      before.repeated += 1;
      return;
    }
    if (key !== '') remember(seen, key, clock.now());
    const repeated = before?.repeated ?? 0;
    write(repeated === 0 ? record : { ...record, repeated });
  };
}

/** What makes two auth decisions the same; empty for all others, which are never folded. */
function keyOf({ reason, decision, candidateProvider, candidateModel, profileId, rule }: DecisionRecord): string {
  return FOLDED.has(reason)
    ? JSON.stringify([decision, candidateProvider, candidateModel, profileId, reason, rule])
    : '';
}

function remember(seen: Map<string, { since: number; repeated: number }>, key: string, now: number): void {
  seen.delete(key);
  seen.set(key, { since: now, repeated: 0 });
  if (seen.size > MAX_REMEMBERED) dropOldest(seen);
}

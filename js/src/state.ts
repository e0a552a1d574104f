// State before a turn: which records, and what the host itself knows of its profiles.
import type { Engine } from './engine.js';
import type { Records } from './records.js';
import type { AuthProfile, SessionEntry, SkipMark, Snapshot, StoredRecord, TurnRequest } from './types.gen.js';

interface KeySet {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

/** Reads everything that the engine names for this request. */
export async function loadSnapshot(
  engine: Engine,
  records: Records,
  request: TurnRequest,
  profiles: readonly AuthProfile[],
  skipMarks: SkipMark[],
): Promise<Snapshot> {
  const first = engine.call<KeySet>('keys', { request, profiles });
  const found = await records.load(first.keys, first.prefixes);
  const stored = storedProfiles(found, profiles);
  if (stored.length > 0) found.push(...(await loadMore(engine, records, request, [...profiles, ...stored], found)));
  return { profiles: [...profiles], records: found, skipMarks };
}

/** Profiles that only the store knows name further records, such as those of their accounts. */
async function loadMore(
  engine: Engine,
  records: Records,
  request: TurnRequest,
  profiles: readonly AuthProfile[],
  found: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const { keys } = engine.call<KeySet>('keys', { request, profiles });
  const known = new Set(found.map(({ key }) => key));
  const missing = keys.filter((key) => !known.has(key) && key.startsWith('account/'));
  return missing.length === 0 ? [] : records.load(missing, []);
}

function storedProfiles(found: readonly StoredRecord[], given: readonly AuthProfile[]): AuthProfile[] {
  const known = new Set(given.map(({ id }) => id));
  const profiles = found.map(({ value }) => (value as { profile?: AuthProfile } | null)?.profile);
  return profiles.filter((profile) => profile !== undefined && !known.has(profile.id)) as AuthProfile[];
}

/** The stored entry of a session, or null. */
export async function loadEntry(records: Records, sessionId: string): Promise<SessionEntry | null> {
  const [record] = await records.load([`session/${sessionId}`], []);
  return (record?.value as SessionEntry | undefined) ?? null;
}

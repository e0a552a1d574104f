// The credentials that this host can speak for: those given in code, and those whose secret the config places.
import { credentialMark, type SecretPlaces, type SecretReader } from './secrets.js';
import type { AuthProfile } from './types.gen.js';

interface ConfiguredProfile {
  readonly provider: string;
  readonly mode: AuthProfile['type'];
  readonly email?: string;
}

/** The profiles of the config whose secret the config places, with what this host knows of the secret (P-4). */
export function profilesOfConfig(
  config: Record<string, unknown>,
  reader: SecretReader,
  places: SecretPlaces,
  given: readonly AuthProfile[],
): AuthProfile[] {
  const entries = (config as { auth?: { profiles?: Record<string, ConfiguredProfile> } }).auth?.profiles ?? {};
  const known = new Set(given.map((profile) => profile.id));
  const placed = Object.entries(entries).filter(([id]) => places[id] !== undefined && !known.has(id));
  return placed.map(([id, { provider, mode, email }]) => {
    const profile: AuthProfile = { id, provider, type: mode, ...(email === undefined ? {} : { email }) };
    return describe(profile, reader, places);
  });
}

/** Says whether the secret is there, and under which mark, unless the host said so or looks it up by a function. */
export function describe(profile: AuthProfile, reader: SecretReader, places: SecretPlaces): AuthProfile {
  if (reader.asks || profile.credential !== undefined) return profile;
  const secret = reader.local(profile.id, profile.provider);
  if (secret !== undefined) return { credentialVersion: credentialMark(secret), ...profile };
  // A place that holds nothing is a fault that can be named; a profile without a place may need no secret of ours.
  return places[profile.id] === undefined ? profile : { ...profile, credential: 'unresolved' };
}

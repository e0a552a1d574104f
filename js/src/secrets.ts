// Where secrets come from. They go to the callback that makes the call, and nowhere else.
import { sha256Hex } from './sha256.js';
import type { Secrets } from './ports.js';

/** Where the config says that a secret is (M-1). */
export type SecretPlaces = Readonly<Record<string, { readonly env?: string; readonly file?: string }>>;

/**
 * A mark that changes when the secret changes, for `AuthProfile.credentialVersion` (P-1): health that was recorded
 * under another mark is ignored, so a new key starts clean. The secret cannot be had back from it.
 */
export function credentialMark(secret: string): string {
  return sha256Hex(`switchover.credential.v1\n${secret}`).slice(0, 16);
}

/** Looks a secret up: the `secrets` option, else where the config says, else `<PROVIDER>_API_KEY` for the default. */
export class SecretReader {
  readonly #given: Secrets | undefined;
  readonly #places: () => SecretPlaces;

  constructor(given: Secrets | undefined, places: () => SecretPlaces) {
    this.#given = given;
    this.#places = places;
  }

  async read(profileId: string, provider: string): Promise<string | undefined> {
    const given = this.#given;
    const found = typeof given === 'function' ? await given(profileId, provider) : given?.[profileId];
    return found ?? this.local(profileId, provider);
  }

  /** What can be known at once: from a map, the environment or a file. */
  local(profileId: string, provider: string): string | undefined {
    const given = this.#given;
    if (typeof given === 'object' && given[profileId] !== undefined) return given[profileId];
    const place = this.#places()[profileId];
    if (place?.env !== undefined) return environment(place.env);
    if (place?.file !== undefined) return readFile(place.file);
    return profileId === `${provider}:default` ? environment(defaultVariable(provider)) : undefined;
  }

  /** True when the host answers for secrets by a function, which only the call itself may ask. */
  get asks(): boolean {
    return typeof this.#given === 'function';
  }
}

function defaultVariable(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`;
}

function environment(name: string): string | undefined {
  const value = globalThis.process?.env?.[name];
  return value === undefined || value === '' ? undefined : value;
}

function readFile(path: string): string | undefined {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  try {
    const text = fs?.readFileSync(path, 'utf8').trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

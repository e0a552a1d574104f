// Records in this process's memory: the default, and the model that the other stores are measured against.
import type { Entry, Page, Store, Stored } from '../ports.js';
import { tenantKeys } from '../tenant.js';

export interface MemoryStoreOptions {
  /** Keeps the records of several tenants of one map apart. */
  readonly tenant?: string;
  /** A map to share between stores of one process. */
  readonly map?: Map<string, MemoryRecord>;
}

export interface MemoryRecord {
  readonly text: string;
  readonly version: number;
  readonly expiresAt: number | undefined;
}

/** Entries of one page. */
const PAGE = 500;

/** A store in memory. Values are kept as JSON text, so nobody can change a record from outside. */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const map = options.map ?? new Map<string, MemoryRecord>();
  const keys = tenantKeys(options.tenant);
  const entry = (key: string): Entry => {
    const record = map.get(keys.add(key));
    if (record === undefined) return { key, value: null, version: null };
    return { key, value: JSON.parse(record.text) as unknown, version: record.version };
  };
  return {
    load: (wanted) => wanted.map(entry).filter(({ version }) => version !== null),
    compareAndSet(key, value, version, { expiresAt } = {}): Stored {
      const now = entry(key);
      if (now.version !== version) return { ok: false, conflict: now };
      const next = nextVersion();
      if (value === null) map.delete(keys.add(key));
      else map.set(keys.add(key), { text: JSON.stringify(value), version: next, expiresAt });
      return { ok: true, version: next };
    },
    list: (prefix, cursor): Page =>
      page(
        [...map.keys()].filter((key) => key.startsWith(keys.add(prefix))),
        cursor,
        keys.strip,
        entry,
      ),
    close: () => undefined,
  };
}

let versions = 0;

/** Never given twice, so that a record that was removed and made again is told apart from the old one. */
function nextVersion(): number {
  versions += 1;
  return versions;
}

function page(
  found: string[],
  cursor: string | undefined,
  strip: (key: string) => string,
  entry: (key: string) => Entry,
): Page {
  const keys = found
    .map(strip)
    .sort()
    .filter((key) => cursor === undefined || key > cursor);
  const last = keys[PAGE - 1];
  const entries = keys.slice(0, PAGE).map(entry);
  return keys.length > PAGE && last !== undefined ? { entries, cursor: last } : { entries };
}

// Records in one SQLite file, for any number of processes on one machine (H-6). WAL, short write transactions.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../errors.js';
import type { Entry, Page, Store, Stored } from '../ports.js';
import { openDatabase, type Database } from '../sqlite/driver.js';
import { moveAside, openError } from '../sqlite/broken.js';
import { tenantKeys } from '../tenant.js';

export interface SqliteStoreOptions {
  /** Path of the file; it and its folder are made when they are missing. `:memory:` keeps it in memory. */
  readonly file: string;
  /** Keeps the records of several tenants of one file apart. */
  readonly tenant?: string;
  /** How long a write waits for another process, in milliseconds; keep it below `store.timeoutMs`. */
  readonly busyTimeoutMs?: number;
}

/** The layout that this version writes. */
const SCHEMA_VERSION = 1;

/** What `switchover schema` prints for this store. */
export const SQLITE_SCHEMA = `CREATE TABLE IF NOT EXISTS switchover_meta (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS switchover_records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  version INTEGER NOT NULL,
  expires_at INTEGER
) WITHOUT ROWID;
`;

/** Entries of one page. */
const PAGE = 500;
/** Sorts after every key that begins with what stands before it. */
const AFTER_ALL = '\u{10ffff}';

/**
 * Opens the store. Throws a `StoreError`: `no_sqlite` when no driver is there, `newer_version` for a file of a newer
 * package (left as it is), `broken_store` for a file that is none (moved aside, not deleted).
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  const { file, busyTimeoutMs = 200 } = options;
  const database = prepare(file, busyTimeoutMs);
  return new SqliteStore(database, tenantKeys(options.tenant));
}

function prepare(file: string, busyTimeoutMs: number): Database {
  let database: Database | undefined;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    database = openDatabase(file);
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL');
    check(database, file);
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw StoreError.isInstance(error) ? error : openError(file, error);
  }
}

function check(database: Database, file: string): void {
  const found = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (found.quick_check !== 'ok') throw moveAside(file, found.quick_check);
}

/** Makes the tables, or leaves a newer file alone. Two processes may do this at the same time. */
function migrate(database: Database, file: string): void {
  transaction(database, () => {
    database.exec(SQLITE_SCHEMA);
    const insert = database.prepare('INSERT OR IGNORE INTO switchover_meta (name, value) VALUES (?, ?)');
    insert.run('schema', SCHEMA_VERSION);
    insert.run('sequence', 0);
  });
  const { value } = database.prepare("SELECT value FROM switchover_meta WHERE name = 'schema'").get() as {
    value: number;
  };
  if (value <= SCHEMA_VERSION) return;
  throw new StoreError(
    'newer_version',
    `${file} has layout ${value}, this version knows ${SCHEMA_VERSION}: use a newer package`,
  );
}

function transaction<T>(database: Database, run: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly version: number;
}

class SqliteStore implements Store {
  readonly #database: Database;
  readonly #keys: ReturnType<typeof tenantKeys>;
  readonly #statements: Record<'one' | 'page' | 'next' | 'put' | 'remove', ReturnType<Database['prepare']>>;

  constructor(database: Database, keys: ReturnType<typeof tenantKeys>) {
    this.#database = database;
    this.#keys = keys;
    const prepare = (sql: string): ReturnType<Database['prepare']> => database.prepare(sql);
    this.#statements = {
      one: prepare('SELECT key, value, version FROM switchover_records WHERE key = ?'),
      page: prepare(
        'SELECT key, value, version FROM switchover_records WHERE key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?',
      ),
      next: prepare("UPDATE switchover_meta SET value = value + 1 WHERE name = 'sequence' RETURNING value"),
      put: prepare('INSERT OR REPLACE INTO switchover_records (key, value, version, expires_at) VALUES (?, ?, ?, ?)'),
      remove: prepare('DELETE FROM switchover_records WHERE key = ?'),
    };
  }

  load(keys: readonly string[]): Entry[] {
    return keys.map((key) => this.#read(key)).filter(({ version }) => version !== null);
  }

  compareAndSet(
    key: string,
    value: unknown,
    version: number | string | null,
    options?: { expiresAt?: number },
  ): Stored {
    return transaction(this.#database, () => {
      const now = this.#read(key);
      if (now.version !== version) return { ok: false, conflict: now };
      const kept = this.#keys.add(key);
      // One sequence for the whole file: a version is never given twice, also when a record was removed between.
      const next = (this.#statements.next.get() as { value: number }).value;
      if (value === null) this.#statements.remove.run(kept);
      else this.#statements.put.run(kept, JSON.stringify(value), next, options?.expiresAt ?? null);
      return { ok: true, version: next };
    });
  }

  list(prefix: string, cursor = ''): Page {
    const from = this.#keys.add(prefix);
    const after = cursor === '' ? '' : this.#keys.add(cursor);
    const rows = this.#statements.page.all(after, from, from + AFTER_ALL, PAGE) as Row[];
    const entries = rows.map((row) => this.#entry(row));
    const last = entries.at(-1);
    return rows.length < PAGE || last === undefined ? { entries } : { entries, cursor: last.key };
  }

  close(): void {
    this.#database.close();
  }

  #read(key: string): Entry {
    const row = this.#statements.one.get(this.#keys.add(key)) as Row | undefined;
    return row === undefined ? { key, value: null, version: null } : this.#entry(row);
  }

  #entry({ key, value, version }: Row): Entry {
    return { key: this.#keys.strip(key), value: JSON.parse(value) as unknown, version };
  }
}

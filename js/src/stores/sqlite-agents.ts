// One SQLite file for each agent, for `state.scope: "agent"` (H-6). Sessions have a file of their own.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Page, Store, Stored, Version } from '../ports.js';
import { sqliteStore, type SqliteStoreOptions } from './sqlite.js';

export interface SqliteAgentsOptions extends Omit<SqliteStoreOptions, 'file'> {
  /** Folder of the files: `agents/<agentId>.sqlite` and `sessions.sqlite`. It is made when it is missing. */
  readonly folder: string;
}

/** Kinds of record whose key names its agent: `<kind>/<agentId>/...` (D-1). */
const OF_AGENTS = ['profile', 'account', 'provider'];

/** Opens the store; each file is opened, with the errors of `sqliteStore`, when a record of its agent is first asked for. */
export function sqliteAgentsStore({ folder, ...options }: SqliteAgentsOptions): Store {
  mkdirSync(join(folder, 'agents'), { recursive: true });
  return new SqliteAgentsStore(folder, options);
}

class SqliteAgentsStore implements Store {
  readonly #folder: string;
  readonly #options: Omit<SqliteStoreOptions, 'file'>;
  readonly #open = new Map<string, Store>();

  constructor(folder: string, options: Omit<SqliteStoreOptions, 'file'>) {
    this.#folder = folder;
    this.#options = options;
  }

  async load(keys: readonly string[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const key of keys) entries.push(...(await this.#store(fileOf(key)).load([key])));
    return entries;
  }

  async compareAndSet(
    key: string,
    value: unknown,
    version: Version | null,
    options?: { expiresAt?: number },
  ): Promise<Stored> {
    return this.#store(fileOf(key)).compareAndSet(key, value, version, options);
  }

  /** A cursor is the file that the page came from, and the cursor in it. */
  async list(prefix: string, cursor?: string): Promise<Page> {
    const files = this.#filesOf(prefix);
    const [at, within] = cursor === undefined ? [files[0], undefined] : (JSON.parse(cursor) as [string, string | null]);
    if (at === undefined) return { entries: [] };
    const page = await this.#store(at).list(prefix, within ?? undefined);
    const next = page.cursor === undefined ? files[files.indexOf(at) + 1] : at;
    return next === undefined ? page : { entries: page.entries, cursor: JSON.stringify([next, page.cursor ?? null]) };
  }

  async close(): Promise<void> {
    for (const store of this.#open.values()) await store.close();
    this.#open.clear();
  }

  #filesOf(prefix: string): string[] {
    const [kind, agent] = prefix.split('/');
    if (OF_AGENTS.includes(kind ?? '') && agent !== undefined && prefix.split('/').length > 2) return [fileOf(prefix)];
    const agents = readdirSync(join(this.#folder, 'agents'))
      .filter((name) => name.endsWith('.sqlite'))
      .sort();
    const sessions = existsSync(join(this.#folder, 'sessions.sqlite')) ? ['sessions.sqlite'] : [];
    return [...agents.map((name) => join('agents', name)), ...sessions];
  }

  #store(file: string): Store {
    const open = this.#open.get(file) ?? sqliteStore({ ...this.#options, file: join(this.#folder, file) });
    this.#open.set(file, open);
    return open;
  }
}

/** The file of a record. The agent's id is escaped, so that none can name a place outside the folder. */
function fileOf(key: string): string {
  const [kind = '', agent = ''] = key.split('/');
  if (!OF_AGENTS.includes(kind)) return 'sessions.sqlite';
  return join('agents', `${encodeURIComponent(agent).replace(/^\./, '%2E')}.sqlite`);
}

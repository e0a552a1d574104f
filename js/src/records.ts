// Records in the store, and what is done when the store is not there. The engine merges; this file only carries.
import { dropOldest } from './bounded.js';
import { StoreError, SwitchoverError } from './errors.js';
import type { Entry, Log, Store, Stored } from './ports.js';
import type { Applied, Change, StoredRecord } from './types.gen.js';
import { Waiting } from './waiting.js';
import { within } from './within.js';

/** How a write ended: as the engine said, or not at all because the store did not take it. */
export type Written = Applied | { readonly kind: 'gone' };

export interface RecordsOptions {
  readonly store: Store;
  readonly timeoutMs: () => number;
  readonly apply: (key: string, record: unknown, change: Change) => Applied;
  readonly log: Log;
}

/** Tries of one compare-and-set (D-3). */
const MAX_TRIES = 8;
/** Entries of which the last state is remembered. */
const MAX_SEEN = 4096;

export class Records {
  readonly #options: RecordsOptions;
  readonly #seen = new Map<string, Entry>();
  readonly #waiting = new Waiting();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** Reads records, with this process's unsaved news on top. A store that is gone gives what was seen last (H-6). */
  async load(keys: readonly string[], prefixes: readonly string[]): Promise<StoredRecord[]> {
    try {
      const found = [...(keys.length === 0 ? [] : await this.#ask((store) => store.load(keys)))];
      for (const prefix of prefixes) found.push(...(await this.#list(prefix)));
      // A key that is not there is remembered too: the first write of a record then needs no read of its own.
      for (const key of keys) this.#see({ key, value: null, version: null });
      for (const entry of found) this.#see(entry);
      this.#sendWaiting();
      return this.#withNews(found, keys, prefixes);
    } catch (error) {
      this.#gone('read', error);
      const wanted = [...this.#seen.values()].filter(
        ({ key, version }) => version !== null && covers(key, keys, prefixes),
      );
      return this.#withNews(wanted, keys, prefixes);
    }
  }

  /**
   * Writes one change; after a conflict the engine merges again with what is there. `keep` says what becomes of a
   * change that the store did not take: it waits in memory for the next chance. Without it the answer rests on the
   * store alone, as a lease needs.
   */
  write(change: Change, { keep }: { keep: boolean }): Promise<Written> {
    return this.#inTurn(change.key, () => this.#write(change.key, [change], keep));
  }

  /** Waits for the writes under way, but not longer than a store is waited for. */
  async settle(): Promise<void> {
    if (this.#queues.size === 0) return;
    await within(Promise.allSettled(this.#queues.values()), this.#options.timeoutMs()).catch(() => undefined);
  }

  /** How much news no store has taken yet. */
  get unsaved(): number {
    return this.#waiting.size;
  }

  async close(): Promise<void> {
    this.#sendWaiting();
    await this.settle();
    await this.#options.store.close();
  }

  /** One write at a time for each key, in the order in which they were asked for. */
  #inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const next = (this.#queues.get(key) ?? Promise.resolve()).then(run, run);
    this.#queues.set(key, next);
    const done = (): void => {
      if (this.#queues.get(key) === next) this.#queues.delete(key);
    };
    next.then(done, done);
    return next;
  }

  /** Earlier news of the same record goes along. */
  async #write(key: string, changes: readonly Change[], keep: boolean): Promise<Written> {
    const earlier = this.#waiting.take(key);
    const all = [...earlier, ...changes];
    if (all.length === 0) return { kind: 'record', record: null };
    try {
      return await this.#store(key, all, keep);
    } catch (error) {
      // What the engine refuses now it would refuse again: such news is told, not kept.
      if (SwitchoverError.isInstance(error)) this.#refused(key, error);
      else {
        this.#lost(this.#waiting.put(key, keep ? all : earlier));
        this.#gone('write', error, key);
      }
      return { kind: 'gone' };
    }
  }

  async #store(key: string, changes: readonly Change[], guess: boolean): Promise<Applied> {
    let entry = guess ? this.#seen.get(key) : undefined;
    entry ??= (await this.#ask((store) => store.load([key])))[0];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { record, last } = this.#merge(key, entry?.value ?? null, changes);
      if (same(record, entry?.value ?? null)) return last;
      const from = entry?.version ?? null;
      const stored: Stored = await this.#ask((store) => store.compareAndSet(key, record, from));
      this.#see(stored.ok ? { key, value: record, version: stored.version } : stored.conflict);
      if (stored.ok) return last;
      entry = stored.conflict;
    }
    throw new Error(`another writer was faster ${MAX_TRIES} times`);
  }

  #merge(key: string, start: unknown, changes: readonly Change[]): { record: unknown; last: Applied } {
    let record = start;
    let last: Applied = { kind: 'record', record };
    for (const change of changes) {
      last = this.#options.apply(key, record, change);
      if (last.kind === 'record') record = last.record;
    }
    return { record, last };
  }

  #sendWaiting(): void {
    for (const key of this.#waiting.keys()) void this.#inTurn(key, () => this.#write(key, [], true));
  }

  async #list(prefix: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#ask((store) => store.list(prefix, cursor));
      entries.push(...page.entries);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return entries;
  }

  /** A store that answers at once costs no timer. */
  async #ask<T>(operation: (store: Store) => T | Promise<T>): Promise<T> {
    return within(operation(this.#options.store), this.#options.timeoutMs());
  }

  #see(entry: Entry): void {
    this.#seen.delete(entry.key);
    this.#seen.set(entry.key, entry);
    if (this.#seen.size > MAX_SEEN) dropOldest(this.#seen);
  }

  /** Entries as records, with the news on top that the store has not taken. */
  #withNews(entries: readonly Entry[], keys: readonly string[], prefixes: readonly string[]): StoredRecord[] {
    const values = new Map(entries.map((entry) => [entry.key, entry]));
    const records = [...values.values()].map(({ key, value, version }) => ({
      key,
      value: this.#news(key, value),
      version,
    }));
    const unsaved = this.#waiting.keys().filter((key) => !values.has(key) && covers(key, keys, prefixes));
    return [...records, ...unsaved.map((key) => ({ key, value: this.#news(key, null), version: null }))];
  }

  #news(key: string, value: unknown): unknown {
    const changes = this.#waiting.peek(key);
    if (changes.length === 0) return value;
    try {
      return this.#merge(key, value, changes).record;
    } catch {
      return value;
    }
  }

  #gone(operation: string, error: unknown, key?: string): void {
    const why = error instanceof Error ? error.message : String(error);
    const message = `the store did not take part in a ${operation} (${why}); going on from memory`;
    this.#options.log({ level: 'warn', event: 'store_gone', message, operation, key, unsaved: this.unsaved, error });
  }

  #refused(key: string, error: SwitchoverError): void {
    const message = `the record ${key} was left as it is: ${error.message}`;
    const event = StoreError.isInstance(error) ? 'record_unreadable' : 'change_refused';
    this.#options.log({ level: 'warn', event, message, key, code: error.code });
  }

  #lost(count: number): void {
    if (count === 0) return;
    const message = `${count} pieces of news were dropped: the store has been gone for too long`;
    this.#options.log({ level: 'warn', event: 'news_dropped', message, count });
  }
}

function covers(key: string, keys: readonly string[], prefixes: readonly string[]): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

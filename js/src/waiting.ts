// News that a store has not taken yet, by record and in order. Bounded: the oldest goes first.
import type { Change } from './types.gen.js';

/** The most that is kept. */
const LIMIT = 10_000;

export class Waiting {
  readonly #byKey = new Map<string, Change[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  keys(): string[] {
    return [...this.#byKey.keys()];
  }

  peek(key: string): readonly Change[] {
    return this.#byKey.get(key) ?? [];
  }

  take(key: string): Change[] {
    const changes = this.#byKey.get(key) ?? [];
    this.#byKey.delete(key);
    this.#size -= changes.length;
    return changes;
  }

  /** Puts changes before what came meanwhile. Answers how many had to be dropped. */
  put(key: string, changes: readonly Change[]): number {
    if (changes.length === 0) return 0;
    this.#byKey.set(key, [...changes, ...this.take(key)]);
    this.#size += this.peek(key).length;
    return this.#trim();
  }

  #trim(): number {
    let dropped = 0;
    for (const [key, changes] of this.#byKey) {
      if (this.#size <= LIMIT) break;
      const surplus = Math.min(changes.length, this.#size - LIMIT);
      changes.splice(0, surplus);
      this.#size -= surplus;
      dropped += surplus;
      if (changes.length === 0) this.#byKey.delete(key);
    }
    return dropped;
  }
}

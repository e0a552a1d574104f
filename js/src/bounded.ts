// Maps that must not grow without end.

/** Removes the entry that was put in first. */
export function dropOldest<K>(map: Map<K, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

// Response headers in the shapes in which clients show them.
import { get, isObject } from './safe.js';

/** More headers than this are not read; longer values are cut. */
const MAX_HEADERS = 128;
const MAX_VALUE = 2048;
/** Never needed for a verdict. */
const PRIVATE = new Set(['set-cookie', 'cookie', 'authorization', 'proxy-authorization', 'x-api-key']);

/** `Headers`, a `Map`, a list of pairs or a plain object as a plain object with lower-case names. */
export function readHeaders(value: unknown): Record<string, string> | undefined {
  const found: [string, string][] = [];
  try {
    for (const [name, content] of pairs(value)) {
      if (found.length >= MAX_HEADERS) break;
      const text = Array.isArray(content) ? content.join(', ') : content;
      if (typeof name !== 'string' || (typeof text !== 'string' && typeof text !== 'number')) continue;
      if (!PRIVATE.has(name.toLowerCase()))
        found.push([name.toLowerCase(), String(text).toWellFormed().slice(0, MAX_VALUE)]);
    }
  } catch {
    // A broken iterator: what was read so far counts.
  }
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function pairs(value: unknown): Iterable<readonly [unknown, unknown]> {
  if (!isObject(value)) return [];
  const iterate = get(value, Symbol.iterator);
  if (typeof iterate === 'function') return value as Iterable<readonly [unknown, unknown]>;
  return Object.keys(value).map((name) => [name, get(value, name)] as const);
}

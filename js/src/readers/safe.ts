// Looking at foreign objects without setting anything off: getters may throw, proxies may lie, cycles may turn up.

/** A property, or undefined when reading it throws. */
export function get(from: unknown, name: PropertyKey): unknown {
  if (!isObject(from)) return undefined;
  try {
    return Reflect.get(from, name) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** A property as text; numbers count, nothing else is converted. */
export function text(from: unknown, name: PropertyKey): string | undefined {
  const value = get(from, name);
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** The first of these properties that is text and not empty. */
export function firstText(from: unknown, names: readonly PropertyKey[]): string | undefined {
  for (const name of names) {
    const found = text(from, name);
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** A property as an HTTP status: an integer that fits, as a number or as digits. */
export function status(from: unknown, names: readonly PropertyKey[]): number | undefined {
  for (const name of names) {
    const found = text(from, name);
    if (found !== undefined && /^[1-9]\d\d$/.test(found.trim())) return Number(found);
  }
  return undefined;
}

/** JSON text of a value, whatever is in it; undefined for what has none. */
export function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifySafely(value);
  }
}

/** How deep and how wide a value is looked at when it cannot be written as it is. */
const MAX_DEPTH = 8;
const MAX_NODES = 1000;

function stringifySafely(value: unknown): string | undefined {
  let nodes = 0;
  const open = new Set<object>();
  const copy = (at: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof at === 'bigint') return String(at);
    if (!isObject(at)) return at;
    if (depth >= MAX_DEPTH || nodes > MAX_NODES || open.has(at)) return undefined;
    open.add(at);
    const made = Array.isArray(at)
      ? at.slice(0, MAX_NODES).map((one) => copy(one, depth + 1))
      : Object.fromEntries(keysOf(at).map((key) => [key, copy(get(at, key), depth + 1)]));
    open.delete(at);
    return made;
  };
  return JSON.stringify(copy(value, 0));
}

function keysOf(value: object): string[] {
  try {
    return Object.keys(value).slice(0, MAX_NODES);
  } catch {
    return [];
  }
}

// The config as a host gives it: an object, or JSON5 text (M-1).
import JSON5 from './vendor/json5.js';
import { PlanError } from './errors.js';

/** A config object, or its text in JSON5. */
export type ConfigInput = string | { readonly [section: string]: unknown };

/** The environment variable that sets the skip cache (T-26), ours before the older name. */
const SKIP_TTL = ['SWITCHOVER_FALLBACK_SKIP_TTL_MS', 'OPENCLAW_FALLBACK_SKIP_TTL_MS'];

/** Reads the config and adds what this host takes from the environment. Throws a `PlanError` for text that is none. */
export function readConfig(input: ConfigInput): Record<string, unknown> {
  const config = typeof input === 'string' ? parse(input) : input;
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw wrong(
      `found ${Array.isArray(config) ? 'a list' : typeof config}, expected an object with sections such as agents`,
    );
  }
  return withEnvironment(config as Record<string, unknown>);
}

function parse(text: string): unknown {
  try {
    return JSON5.parse(text) as unknown;
  } catch (error) {
    throw wrong(`this is not JSON5: ${(error as Error).message.replace(/^JSON5: /, '')}`);
  }
}

function wrong(message: string): PlanError {
  return new PlanError([{ code: 'malformed', path: '', message }], 'the config is wrong');
}

/** The config decides when it has the option; else a strict integer in the environment does. */
function withEnvironment(config: Record<string, unknown>): Record<string, unknown> {
  const ttl = SKIP_TTL.map((name) => globalThis.process?.env?.[name]).find((value) => value !== undefined);
  if (ttl === undefined || !/^\d{1,9}$/.test(ttl)) return config;
  const failover = asObject(config['failover']);
  const skipCache = asObject(failover['skipCache']);
  if (skipCache['ttlMs'] !== undefined) return config;
  return { ...config, failover: { ...failover, skipCache: { ...skipCache, ttlMs: Number(ttl) } } };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

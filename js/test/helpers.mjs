// What the tests share: a config, a clock that stands still, and calls that follow a script.
import { createSwitchover, VirtualClock } from '../dist/index.js';

/** The time at which tests begin. */
export const START = Date.UTC(2026, 6, 1);

/** Two providers with invented names, so that nothing depends on what is known of a real one. */
export const config = {
  agents: { defaults: { model: { primary: 'alpha/one', fallbacks: ['beta/two'] } } },
};

/** A `Switchover` for tests, with a clock that jumps over waits, and everything it said. */
export function setUp(options = {}) {
  const clock = options.clock ?? new VirtualClock(START);
  const log = [];
  const notices = [];
  const decisions = [];
  const sw = createSwitchover({
    config,
    clock,
    seed: 1,
    secrets: {},
    log: (line) => log.push(line),
    onNotice: (notice) => notices.push(notice),
    onDecision: (record) => decisions.push(record),
    ...options,
  });
  return { sw, clock, log, notices, decisions };
}

/** An error as an SDK throws it. */
export function failure(status, message, headers = {}) {
  return Object.assign(new Error(`${status} ${message}`), {
    status,
    headers: new Headers(headers),
    error: { message },
  });
}

/** A callback that plays steps in order (an error to throw, a function, or an answer) and keeps every attempt. */
export function script(...steps) {
  const attempts = [];
  const call = async (attempt) => {
    attempts.push(attempt);
    const step = steps[attempts.length - 1];
    if (step === undefined) throw new Error(`call ${attempts.length} is not in the script`);
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(attempt) : step;
  };
  return { call, attempts };
}

/** Settles when `condition` holds; fails after two seconds. */
export async function until(condition) {
  for (let tries = 0; tries < 400; tries++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it never came to that');
}

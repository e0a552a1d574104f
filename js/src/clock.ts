// Time as the driver sees it. The engine has no clock of its own: every `now` comes from here.
import type { WaitWhy } from './types.gen.js';

/** Why a timer is set. */
export interface TimerHint {
  /** The deadline's cause, as the engine names it. */
  readonly why: WaitWhy | undefined;
  /** A call or a host function is running: what it does takes real time. */
  readonly busy: boolean;
}

/** A clock: integer milliseconds since the epoch, and one way to be woken. */
export interface Clock {
  now(): number;
  /** Calls `wake` at `at` or a little later; early wake-ups are harmless. Answers a function that cancels it. */
  timer(at: number, wake: () => void, hint: TimerHint): () => void;
}

/** The longest delay that timers of JavaScript take. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  timer(at, wake) {
    const handle = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER));
    return () => clearTimeout(handle);
  },
};

/**
 * A clock for tests and demonstrations. Time stands still while calls run, and jumps over every other wait; with
 * `jump: false` it moves by `advance` alone.
 */
export class VirtualClock implements Clock {
  #now: number;
  readonly #jumps: boolean;
  readonly #timers = new Set<{ at: number; wake: () => void }>();

  constructor(start: number, options: { jump?: boolean } = {}) {
    this.#now = start;
    this.#jumps = options.jump ?? true;
  }

  now(): number {
    return this.#now;
  }

  timer(at: number, wake: () => void, hint: TimerHint): () => void {
    const timer = { at, wake };
    this.#timers.add(timer);
    if (this.#jumps && !hint.busy) afterReady(() => this.#timers.has(timer) && this.#moveTo(at));
    return () => void this.#timers.delete(timer);
  }

  /** Moves time on and wakes every timer that is due. */
  advance(ms: number): void {
    this.#moveTo(this.#now + ms);
  }

  #moveTo(at: number): void {
    this.#now = Math.max(this.#now, at);
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.wake();
    }
  }
}

/** After everything that is ready now. */
function afterReady(run: () => void): void {
  setTimeout(run, 0);
}

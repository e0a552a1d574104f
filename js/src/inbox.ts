// Events that wait for the turn, and the one timer that may wake it.
import type { Clock } from './clock.js';
import type { Event, Next } from './types.gen.js';

export class Inbox {
  readonly #clock: Clock;
  readonly #busy: () => boolean;
  readonly #events: Event[] = [];
  #wake: (() => void) | undefined;
  #timer: { readonly at: number; readonly busy: boolean; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, busy: () => boolean) {
    this.#clock = clock;
    this.#busy = busy;
  }

  push(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  /** The next event, or a tick once the deadline has passed by the clock, whatever timer fired. */
  async next(deadline: Next): Promise<Event> {
    const at = deadline.state === 'wait' ? deadline.at : undefined;
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      if (at !== undefined && this.#clock.now() >= at) return { type: 'tick' };
      await this.#sleep(deadline, at);
    }
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #sleep(deadline: Next, at: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
      this.#arm(deadline, at);
    });
  }

  /** Sets the timer again only when something about it changed. */
  #arm(deadline: Next, at: number | undefined): void {
    const busy = this.#busy();
    if (this.#timer !== undefined && this.#timer.at === at && this.#timer.busy === busy) return;
    this.stop();
    if (at === undefined || deadline.state !== 'wait') return;
    const fired = (): void => {
      this.#timer = undefined;
      this.#wake?.();
    };
    this.#timer = { at, busy, cancel: this.#clock.timer(at, fired, { why: deadline.why, busy }) };
  }
}

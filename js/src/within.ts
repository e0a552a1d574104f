// A limit in real time on something that may never answer.

/** Thrown when the limit passed first. */
export class TooSlow extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.name = 'TooSlow';
  }
}

/** The value, or `TooSlow` after `ms`. A value that is there at once costs no timer. */
export function within<T>(value: T | PromiseLike<T>, ms: number): Promise<T> {
  if (!isPending(value)) return Promise.resolve(value);
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow(ms)), ms);
    value.then(resolve, reject).then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  });
}

function isPending<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

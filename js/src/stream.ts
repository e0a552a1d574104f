// Turns whose answer is a stream. Parts that only frame the answer are held back until content comes, so that a
// failure before content is recovered from unseen; after content nothing is ever repeated (T-12).
import type { Attempt } from './attempt.js';
import type { Callback, RunRequest } from './options.js';
import { readPart } from './readers/index.js';

/** Thrown into the turn when a stream shows that it failed; carries what was seen. */
class StreamFailure extends Error {
  constructor(signal: object) {
    super('the stream failed');
    Object.assign(this, signal);
    this.name = 'StreamFailure';
  }
}

type Run = (request: RunRequest, callback: Callback<unknown>) => Promise<unknown>;

/** Runs the turn and yields its parts as they come. Leaving the loop early gives the turn up. */
export async function* streamTurn<P>(
  request: RunRequest,
  callback: Callback<AsyncIterable<P>>,
  run: Run,
): AsyncGenerator<P, void, undefined> {
  const leave = new AbortController();
  const channel = new Channel<P>();
  const unlink = link(request.signal, leave);
  const turn = run({ ...request, signal: leave.signal }, (attempt) => pump(callback, attempt, channel));
  turn.then(
    () => channel.end(),
    (error: unknown) => channel.end(error),
  );
  try {
    yield* channel.parts();
  } finally {
    unlink();
    leave.abort();
    channel.drop();
    await turn.catch(() => undefined);
  }
}

/** Passes the caller's abort on. Answers a function that ends that. */
function link(signal: AbortSignal | undefined, to: AbortController): () => void {
  const pass = (): void => to.abort(signal?.reason);
  if (signal?.aborted === true) pass();
  signal?.addEventListener('abort', pass, { once: true });
  return () => signal?.removeEventListener('abort', pass);
}

/** Reads one attempt's stream into the channel. Answers the text-like facts that the driver reports as success. */
async function pump<P>(callback: Callback<AsyncIterable<P>>, attempt: Attempt, channel: Channel<P>): Promise<unknown> {
  const held: P[] = [];
  let content = false;
  let framed = false;
  let ended = false;
  for await (const part of await callback(attempt)) {
    attempt.signal.throwIfAborted();
    const facts = readPart(part);
    if (facts.kind === 'error') throw new StreamFailure(facts.signal ?? {});
    framed ||= facts.known;
    ended ||= facts.kind === 'end';
    attempt.progress(facts.kind === 'content' ? 'text' : 'lifecycle');
    content ||= facts.kind === 'content';
    if (content) await channel.put(...held.splice(0), part);
    else held.push(part);
  }
  if (framed && !ended) throw new StreamFailure({ phase: 'stream', message: 'stream ended before its terminal event' });
  // An empty answer is for the engine to judge; its framing goes out only if it stands.
  return content ? STREAMED : '';
}

/** Stands for an answer that went out part by part. */
const STREAMED = Symbol('streamed');

/** Parts that may wait for the reader. A slow reader must not look like an idle provider, so this is generous. */
const MAX_QUEUED = 1024;

/** Hands parts from the turn to the reader. */
class Channel<P> {
  readonly #parts: P[] = [];
  #done: { error?: unknown } | undefined;
  #reader: (() => void) | undefined;
  #writer: (() => void) | undefined;
  #dropped = false;

  /** Settles at once, or when the reader has caught up. */
  async put(...parts: P[]): Promise<void> {
    if (this.#dropped) return;
    this.#parts.push(...parts);
    this.#reader?.();
    while (this.#parts.length > MAX_QUEUED && !this.#dropped)
      await new Promise<void>((resolve) => (this.#writer = resolve));
  }

  end(error?: unknown): void {
    this.#done = error === undefined ? {} : { error };
    this.#reader?.();
  }

  /** The reader has gone: nothing waits for it any more. */
  drop(): void {
    this.#dropped = true;
    this.#writer?.();
  }

  async *parts(): AsyncGenerator<P, void, undefined> {
    for (;;) {
      while (this.#parts.length > 0) {
        yield this.#parts.shift() as P;
        this.#writer?.();
      }
      if (this.#done !== undefined) break;
      await new Promise<void>((resolve) => (this.#reader = resolve));
    }
    if ('error' in this.#done) throw this.#done.error;
  }
}

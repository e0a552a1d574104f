// A fetch `Response` as an error signal. The body is read from a clone, so the caller still has the original.
import type { ErrorSignal } from '../types.gen.js';
import { within } from '../within.js';
import { readHeaders } from './headers.js';
import { get } from './safe.js';
import { cut } from './text.js';

/** At most this much of a body is read, for at most this long (H-4). */
const MAX_BYTES = 64 * 1024;
const MAX_MS = 2000;

/** True for a `Response`, also one of another realm or of another fetch. */
export function isResponse(value: unknown): value is Response {
  if (typeof Response !== 'undefined' && value instanceof Response) return true;
  return (
    typeof get(value, 'clone') === 'function' &&
    typeof get(value, 'status') === 'number' &&
    typeof get(value, 'ok') === 'boolean'
  );
}

/** Status and headers: all that can be had without waiting. */
export function readResponse(response: Response): ErrorSignal {
  const headers = readHeaders(response.headers);
  return { status: response.status, phase: 'headers', ...(headers === undefined ? {} : { headers }) };
}

/** Status, headers and the beginning of the body. A body that does not come, or breaks off, counts as far as it came. */
export async function readResponseBody(response: Response): Promise<ErrorSignal> {
  const signal = readResponse(response);
  if (response.bodyUsed || response.body === null) return signal;
  const body = cut(await readSome(response.clone()));
  return body === '' ? signal : { ...signal, body };
}

async function readSome(clone: Response): Promise<string> {
  const reader = clone.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  try {
    await within(collect(reader, chunks), MAX_MS);
  } catch {
    // Too slow or cut off: what came so far is what the verdict rests on.
  }
  void reader.cancel().catch(() => undefined);
  return decode(chunks);
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, chunks: Uint8Array[]): Promise<void> {
  for (let bytes = 0; bytes < MAX_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return;
    chunks.push(value);
    bytes += value.length;
  }
}

/** Whole characters within the limit. */
function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  let left = MAX_BYTES;
  let text = '';
  for (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= Math.min(left, chunk.length);
  }
  return text;
}

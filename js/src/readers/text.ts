// Texts are cut before they cross into the engine, on character boundaries of UTF-8 (C-2).

/** Of a longer text only this many bytes of its head are read. */
export const TEXT_HEAD = 48 * 1024;
/** Of a longer text only this many bytes of its tail are read. */
export const TEXT_TAIL = 16 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text, or head and tail of a longer one; lone surrogates are replaced, since JSON text cannot carry them. */
export function cut(text: string): string {
  // A string is never longer in characters than in bytes, and at most three bytes a unit: most texts need no encoding.
  if (text.length * 3 <= TEXT_HEAD + TEXT_TAIL) return wellFormed(text);
  // Only the ends can survive, so only they are encoded: memory stays small for a body of any size.
  if (text.length > 2 * (TEXT_HEAD + TEXT_TAIL)) {
    return headOf(text.slice(0, TEXT_HEAD + 1)) + tailOf(text.slice(-TEXT_TAIL - 1));
  }
  const bytes = encoder.encode(text);
  if (bytes.length <= TEXT_HEAD + TEXT_TAIL) return wellFormed(text);
  return decodeHead(bytes) + decodeTail(bytes);
}

function headOf(text: string): string {
  return decodeHead(encoder.encode(text));
}

function tailOf(text: string): string {
  return decodeTail(encoder.encode(text));
}

/** The longest whole characters within the first bytes. */
function decodeHead(bytes: Uint8Array): string {
  let end = Math.min(TEXT_HEAD, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return decoder.decode(bytes.subarray(0, end));
}

/** The longest whole characters within the last bytes. */
function decodeTail(bytes: Uint8Array): string {
  let start = Math.max(bytes.length - TEXT_TAIL, 0);
  while (start < bytes.length && isContinuation(bytes[start])) start += 1;
  return decoder.decode(bytes.subarray(start));
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

// SHA-256 in plain JavaScript: the platform's own is asynchronous in browsers, and a mark is needed at once.

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function roots(count: number, power: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let found = 0, n = 2; found < count; n++) {
    if (!isPrime(n)) continue;
    const root = n ** (1 / power);
    words[found++] = (root - Math.floor(root)) * 2 ** 32;
  }
  return words;
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

const ROUNDS = roots(64, 3);
const START = roots(8, 2);

/** The digest of a text in UTF-8, as 64 hex digits. */
export function sha256Hex(text: string): string {
  const state = START.slice();
  const words = pad(new TextEncoder().encode(text));
  for (let block = 0; block < words.length; block += 16) compress(state, words.subarray(block, block + 16));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message, a one bit, zeros, and the length in bits, as big-endian words. */
function pad(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16);
  const put = (index: number, byte: number): void => {
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - 8 * (index & 3)));
  };
  bytes.forEach((byte, index) => put(index, byte));
  put(bytes.length, 0x80);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function compress(state: Uint32Array, block: Uint32Array): void {
  const w = schedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(w, i)) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
}

function schedule(block: Uint32Array): Uint32Array {
  const w = new Uint32Array(64);
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const x = at(w, i - 15);
    const y = at(w, i - 2);
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
  }
  return w;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

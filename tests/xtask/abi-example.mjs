// Runs the example of docs/abi.md against the built module, and fails when the page shows another answer.
// Usage: node abi-example.mjs switchover.abi.wasm docs/abi.md
import { readFileSync } from 'node:fs';

const [wasm, page] = process.argv.slice(2);
const { exports } = await WebAssembly.instantiate(new WebAssembly.Module(readFileSync(wasm)));
const { memory, alloc, free, call } = exports;

/** One call, as any host would make it: answers the text. */
function ask(op, handle, text) {
  const input = new TextEncoder().encode(text);
  const at = alloc(input.length);
  new Uint8Array(memory.buffer).set(input, at);
  const packed = BigInt.asUintN(64, call(op, handle, at, input.length));
  free(at, input.length);
  const [ptr, len] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, ptr, len));
  free(ptr, len);
  return answer;
}

const steps = [
  [0, 0, ''],
  [1, 0, '{}'],
  [8, 1, '{"signal":{"status":429,"headers":{"retry-after":"2"}},"now":0}'],
  [2, 1, ''],
  [8, 1, '{"signal":{},"now":0}'],
];
/** Fingerprints change with the masking of texts, which is not what the page is about. */
const masked = (text) => text.replaceAll(/"fingerprint":"[0-9a-f]{16}"/g, '"fingerprint":"..."');
const shown = masked(readFileSync(page, 'utf8'));
const wrong = steps.map((step) => ({ step, answer: masked(ask(...step)) })).filter(({ step, answer }) => {
  return !shown.includes(`${step[0]} | ${step[1]} | \`${step[2]}\` | \`${answer}\``.replace(' | `` |', ' | |'));
});
for (const { step, answer } of wrong) console.error(`docs/abi.md does not show: ${step.join(' | ')} | ${answer}`);
process.exit(wrong.length === 0 ? 0 : 1);

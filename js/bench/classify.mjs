// Medians of classifying in Node, boundary included: over the corpus, and for bodies of 300 B, 2 kB and 200 kB,
// beside JSON.parse of the same body and a search for one literal in it.
//
// node js/bench/classify.mjs [--json]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSwitchover } from '../dist/index.js';
import { CORPUS_NOW, signalOf } from '../dist/cli/corpus-score.js';

const ROUNDS = 31;
const CALLS = 20;
const SIZES = [
  ['300 B', 300],
  ['2 kB', 2_000],
  ['200 kB', 200_000],
];
const FILLER = 'The quick service says that it could not do this, and names field \\"x\\" of it. ';

/** What the calls below answer is kept here, so that none of them can be left out. */
let kept;

/** Median nanoseconds of one call. */
function median(call) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.hrtime.bigint();
    for (let turn = 0; turn < CALLS; turn += 1) kept = call();
    return Number(process.hrtime.bigint() - start) / CALLS;
  });
  return middle(times);
}

function middle(times) {
  return Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
}

function corpus() {
  const files = ['first-party', 'gateways', 'local-and-transport'];
  const texts = files.map((name) => readFileSync(fileURLToPath(new URL(`../../tests/corpus/${name}.jsonl`, import.meta.url)), 'utf8'));
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).map((line) => signalOf(JSON.parse(line)));
}

/** A JSON error whose message is padded to `size` bytes. */
function padded(size) {
  const length = Math.max(0, size - 120);
  const message = FILLER.repeat(Math.ceil(length / FILLER.length)).slice(0, length).replace(/\\+$/, '');
  return `{"error":{"message":"${message}","type":"rate_limit_error","code":"rate_limit_exceeded"}}`;
}

/** Medians of classifying a signal, parsing its body and scanning it. */
function measure(sw, signal, json) {
  return {
    classifyNs: median(() => sw.classifySignal(signal)),
    parseNs: median(() => JSON.parse(json)),
    scanNs: median(() => json.indexOf('no such words')),
  };
}

function overCorpus(sw) {
  const signals = corpus();
  for (const signal of signals) kept = sw.classifySignal(signal);
  const each = signals.map((signal) => measure(sw, signal, JSON.stringify(signal.body ?? null)));
  const column = (name) => each.map((row) => row[name]);
  const medians = Object.fromEntries(['classifyNs', 'parseNs', 'scanNs'].map((name) => [name, middle(column(name))]));
  return { input: `${each.length} rows`, ...medians, slowestNs: Math.max(...column('classifyNs')) };
}

function overBody(sw, input, size) {
  const body = padded(size);
  return { input, ...measure(sw, { status: 429, body }, body) };
}

function tell({ input, classifyNs, parseNs, scanNs, slowestNs }) {
  const ratio = parseNs > 0 ? `, ${(classifyNs / parseNs).toFixed(1)} times JSON.parse` : '';
  const slowest = slowestNs === undefined ? '' : `, slowest ${slowestNs} ns`;
  return `${input}: classify ${classifyNs} ns, parse ${parseNs} ns${ratio}, scan ${scanNs} ns${slowest}`;
}

const sw = createSwitchover({ config: {}, clock: { now: () => CORPUS_NOW, timer: () => () => undefined } });
const rows = [overCorpus(sw), ...SIZES.map(([input, size]) => overBody(sw, input, size))];
for (const row of rows) console.log(process.argv.includes('--json') ? JSON.stringify(row) : tell(row));
if (kept === undefined) process.exitCode = 1;

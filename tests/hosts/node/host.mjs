// The Node host of the conformance run: the npm package's wasm, as `js/dist` has it (H-13). The protocol stands in
// tests/xtask/src/hosts/table.rs.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values } = parseArgs({ options: { recordings: text, corpus: text, out: text } });
const { recordings, corpus, out } = values;

const begun = performance.now();
const { glue } = await import('../../../js/dist/bind.js');
await import('../../../js/dist/index.js');
const engine = new (glue().Engine)('{}');
const coldStartMs = performance.now() - begun;

/** The text of every step of one recorded turn. */
function replay(own, { request, snapshot, now, events }) {
  const turn = own.begin(JSON.stringify({ request, snapshot, now }));
  const steps = [turn.firstStep(), ...events.map((entry) => turn.handle(JSON.stringify(entry)))];
  turn.free();
  return steps;
}

function replayAll(file) {
  const { config, turns } = JSON.parse(readFileSync(file, 'utf8'));
  const own = new (glue().Engine)(JSON.stringify(config));
  const steps = turns.flatMap((turn) => replay(own, turn));
  own.free();
  return steps;
}

const lines = (texts) => texts.map((one) => `${one}\n`).join('');

mkdirSync(out, { recursive: true });
for (const name of readdirSync(recordings).filter((file) => file.endsWith('.json')))
  writeFileSync(`${out}/${name.replace(/json$/, 'log')}`, lines(replayAll(`${recordings}/${name}`)));

const took = [];
const verdicts = readFileSync(corpus, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const { id, input } = JSON.parse(line);
    const start = performance.now();
    const verdict = engine.call('classify', input);
    took.push(performance.now() - start);
    return `${id}\t${verdict}`;
  });
took.sort((a, b) => a - b);
writeFileSync(`${out}/corpus.log`, lines(verdicts));
const classifyMedianUs = took[Math.floor(took.length / 2)] * 1000;
writeFileSync(`${out}/timing.json`, JSON.stringify({ coldStartMs, classifyMedianUs }));

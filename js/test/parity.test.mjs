// Native Rust and wasm give the same bytes for every row of the corpus.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signalOf } from '../dist/cli/corpus-score.js';
import { glue } from '../dist/bind.js';
import { createSwitchover } from '../dist/index.js';

const NOW = Date.UTC(2026, 6, 1);
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['first-party', 'gateways', 'local-and-transport'].map((name) => `${root}tests/corpus/${name}.jsonl`);
const rows = files
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

/** The native program: given, or where cargo puts it. It takes corpus files and prints a verdict for each row. */
function native() {
  const given = process.env.SWITCHOVER_NATIVE_CLASSIFY;
  if (given !== undefined) return given;
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  return ['debug', 'release'].map((profile) => `${target}/${profile}/native-classify`).find((path) => existsSync(path));
}

test('H-13, Q-5: native and wasm give identical JSON for every corpus row', (t) => {
  const program = native();
  if (program === undefined)
    return t.skip('native-classify is not built: cargo build -p switchover-tests --bin native-classify');
  const signals = rows.map((row) => JSON.stringify(signalOf(row)));
  const { stdout, status, stderr } = spawnSync(program, files, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  assert.equal(status, 0, stderr);
  const natively = stdout.trimEnd().split('\n');
  assert.equal(natively.length, rows.length);
  const engine = new (glue().Engine)('{}');
  for (const [index, signal] of signals.entries())
    assert.equal(engine.classify(signal, NOW, false), natively[index], rows[index].id);
  return undefined;
});

test('C-2: a text that the host cut gives the same verdict as one that the engine cut', () => {
  const sw = createSwitchover({ config: {}, clock: { now: () => NOW, timer: () => () => undefined } });
  for (const filler of ['x', 'é', '你', '🎉 ']) {
    for (const [head, tail] of [
      ['insufficient credits', ''],
      ['', 'maximum context length is 8192 tokens'],
      ['429 Too Many', 'try again in 20s'],
    ]) {
      const body = `${head} ${filler.repeat(100_000)} ${tail}`;
      assert.deepEqual(
        sw.classify({ status: 400, body }),
        sw.classifySignal({ status: 400, body }),
        `${filler} ${head} ${tail}`,
      );
    }
  }
});

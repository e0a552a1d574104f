// Native Rust and wasm answer every event of every scenario with the same bytes. `cargo test -p switchover-tests` writes
// the recordings: each turn's request, snapshot and events, and the steps that native code gave.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { glue } from '../dist/bind.js';
import { createSwitchover } from '../dist/index.js';

const folder = fileURLToPath(new URL('../../target/switchover/recordings/', import.meta.url));
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

/** The steps that wasm gives for one recorded turn. */
function replay(engine, { request, snapshot, now, events }) {
  const turn = engine.begin(JSON.stringify({ request, snapshot, now }));
  const steps = [turn.firstStep()];
  for (const entry of events) steps.push(turn.handle(JSON.stringify(entry)));
  turn.free();
  return steps;
}

test('H-13: native and wasm give identical steps for every scenario', (t) => {
  if (names.length === 0) return t.skip('no recordings: cargo test -p switchover-tests');
  createSwitchover({ config: {} });
  for (const name of names) {
    const { config, turns } = JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));
    const engine = new (glue().Engine)(JSON.stringify(config));
    for (const [index, turn] of turns.entries()) assert.deepEqual(replay(engine, turn), turn.steps, `${name}, turn ${index + 1}`);
    engine.free();
  }
  assert.ok(names.length > 100, `${names.length} recordings`);
  return undefined;
});

test('H-13: a planted difference is caught', (t) => {
  if (names.length === 0) return t.skip('no recordings: cargo test -p switchover-tests');
  const { config, turns } = JSON.parse(readFileSync(`${folder}${names[0]}`, 'utf8'));
  const engine = new (glue().Engine)(JSON.stringify(config));
  const planted = { ...turns[0], now: turns[0].now + 1 };
  assert.notDeepEqual(replay(engine, planted), turns[0].steps);
  return undefined;
});

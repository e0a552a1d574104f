// The engine's retry policies and outbox through wasm: the same real failures and the same walk as natively.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import '../dist/index.js';
import { Engine } from '../dist/engine.js';

const folder = new URL('../../tests/retry/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const engine = new Engine({});

function lines(file) {
  const text = readFileSync(new URL(file, folder), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line));
}

function answer(policy, request) {
  if (policy === 'sdk_cap') return engine.sdkCap({ now: 0, ...request });
  return engine.retry({ policy, now: 0, seed: 0, envelope: { jitter: 0 }, ...request });
}

for (const file of files) {
  test(`R-9: ${file} gets the verdicts that its lines say`, () => {
    for (const { request, want } of lines(file)) {
      const told = answer(file.replace('.jsonl', ''), request);
      for (const [key, value] of Object.entries(want)) assert.deepEqual(told[key], value, JSON.stringify(request));
    }
  });
}

test('O-2: a message is claimed, charged, sent and settled', () => {
  const queue = { id: 'm1', channel: 'telegram', to: '42', payloadRef: 'p', seq: 1 };
  let { entry } = engine.outbox({ command: { enqueue: queue }, now: 0 });
  assert.deepEqual(engine.outboxNext([entry], 0), { head: 'm1', sendable: 'm1' });
  const run = (command, now) => {
    const told = engine.outbox({ entry, command, now });
    entry = told.entry;
    return told;
  };
  run({ claim: { owner: 'w' } }, 1);
  const { token } = entry.claim;
  run({ reserve: { owner: 'w', token } }, 2);
  const [{ send }] = run({ start_send: { owner: 'w', token } }, 3).actions;
  assert.deepEqual([send.token, send.attempt, send.idempotencyKey.length], [token, 1, 24]);
  const { index, actions } = run({ result: { token, outcome: 'sent' } }, 4);
  assert.deepEqual([index.state, index.blocks, actions], ['sent', false, [{ settled: { state: 'sent' } }]]);
});

test('O-2: a command that is not legal changes nothing and says why', () => {
  const queue = { id: 'm1', channel: 'telegram', to: '42', payloadRef: 'p', seq: 1 };
  const { entry } = engine.outbox({ command: { enqueue: queue }, now: 0 });
  assert.throws(() => engine.outbox({ entry, command: { purge: {} }, now: 0 }), { code: 'illegal_transition' });
  assert.throws(() => engine.outbox({ entry: { ...entry, v: 9 }, command: { purge: {} }, now: 0 }), {
    code: 'newer_version',
  });
  assert.throws(() => engine.outbox({ entry, command: { claim: {} }, now: 0 }), { code: 'invalid_args' });
});

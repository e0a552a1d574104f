// Streams of a turn: pace, order, errors and leaving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, setUp } from './helpers.mjs';

async function collect(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

test('H-4: parts come in order, and a slow reader bounds what waits for it', async () => {
  const { sw } = setUp();
  let made = 0;
  async function* quickly() {
    for (let n = 0; n < 5000; n++) {
      made += 1;
      yield { n };
    }
  }
  let expected = 0;
  for await (const { n } of sw.stream({ sessionId: 's' }, quickly)) {
    assert.equal(n, expected++);
    assert.ok(made <= n + 1100, `part ${n} is read, ${made} were made`);
    if (n < 20) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.equal(expected, 5000);
});

test('H-4: what came before a failure is handed out before the error is thrown', async () => {
  const { sw } = setUp();
  async function* call() {
    yield 'one';
    yield 'two';
    throw failure(500, 'Internal server error');
  }
  const seen = [];
  await assert.rejects(async () => {
    for await (const part of sw.stream({ sessionId: 's' }, call)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(part);
    }
  }, /500/);
  assert.deepEqual(seen, ['one', 'two']);
});

test('H-4: what framed a failed attempt is dropped, what frames the answer is kept', async () => {
  const { sw } = setUp();
  let calls = 0;
  async function* call() {
    calls += 1;
    yield { type: 'message_start', attempt: calls };
    if (calls === 1) throw failure(529, 'Overloaded');
    yield { type: 'content_block_delta', attempt: calls };
    yield { type: 'message_stop', attempt: calls };
  }
  const parts = await collect(sw.stream({ sessionId: 's' }, call));
  assert.deepEqual(
    parts.map(({ type, attempt }) => `${type} ${attempt}`),
    ['message_start 2', 'content_block_delta 2', 'message_stop 2'],
  );
});

test('T-22: a stream without content is an empty answer', async () => {
  const { sw } = setUp();
  let calls = 0;
  async function* call() {
    calls += 1;
    yield { type: 'message_start' };
    if (calls > 1) yield { type: 'content_block_delta' };
    yield { type: 'message_stop' };
  }
  await collect(sw.stream({ sessionId: 's' }, call));
  assert.equal(calls, 2);
});

test('H-4: a promise of a stream is waited for, and an error before it is recovered from', async () => {
  const { sw } = setUp();
  let calls = 0;
  const call = async () => {
    calls += 1;
    if (calls === 1) throw failure(503, 'Service Unavailable');
    return (async function* () {
      yield 'hello';
    })();
  };
  assert.deepEqual(await collect(sw.stream({ sessionId: 's' }, call)), ['hello']);
});

test('H-4: a wrong plan and an aborted signal come out of the loop as errors', async () => {
  const { sw } = setUp();
  async function* call() {
    yield 'hello';
  }
  await assert.rejects(
    collect(sw.stream({ chain: ['alpha/one'], override: { provider: 'beta', model: 'two' } }, call)),
    { code: 'wrong_plan' },
  );
  await assert.rejects(collect(sw.stream({ signal: AbortSignal.abort() }, call)), { code: 'aborted' });
});

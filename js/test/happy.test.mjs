// The common case: nothing fails. It must cost little, and say little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWithModelFallback } from '../dist/index.js';
import { memoryStore } from '../dist/stores/memory.js';
import { config, script, setUp } from './helpers.mjs';

const profiles = ['alpha:one', 'alpha:two', 'beta:one'].map((id) => ({
  id,
  provider: id.split(':')[0],
  type: 'api_key',
}));

function counting() {
  const inner = memoryStore();
  const calls = { load: 0, compareAndSet: 0, list: 0 };
  const through =
    (name) =>
    (...args) => {
      calls[name] += 1;
      return inner[name](...args);
    };
  return {
    calls,
    inner,
    store: {
      load: through('load'),
      compareAndSet: through('compareAndSet'),
      list: through('list'),
      close: () => inner.close(),
    },
  };
}

test('D-5: a happy turn in a session with a pin is one load and one set; a first turn is one set more', async () => {
  const { store, calls } = counting();
  const { sw, clock } = setUp({ store, profiles });
  await sw.run({ sessionId: 's' }, script('hello').call);
  assert.deepEqual(calls, { load: 1, compareAndSet: 2, list: 0 });
  for (let n = 0; n < 3; n++) {
    Object.assign(calls, { load: 0, compareAndSet: 0, list: 0 });
    clock.advance(1000);
    await sw.run({ sessionId: 's' }, script('hello').call);
    assert.deepEqual(calls, { load: 1, compareAndSet: 1, list: 0 });
  }
});

test('T-32: a turn that simply works logs no decision and gives no notice', async () => {
  const { sw, log, notices, decisions } = setUp();
  await sw.run({ sessionId: 's' }, script('hello').call);
  assert.deepEqual([log, notices, decisions], [[], [], []]);
});

test('H-4: runWithModelFallback is the whole thing in one call, with state in the store', async () => {
  const store = memoryStore();
  const outcomes = [];
  const whole = {
    config,
    store,
    profiles,
    secrets: { 'alpha:one': 'k1' },
    onOutcome: (outcome) => outcomes.push(outcome),
    sessionId: 's',
  };
  const seen = [];
  const call = (attempt) => {
    seen.push([attempt.profileId, attempt.secret]);
    return 'hello';
  };
  assert.equal(await runWithModelFallback({ ...whole, call }), 'hello');
  assert.equal(await runWithModelFallback({ ...whole, call }), 'hello');
  assert.deepEqual(
    seen,
    [
      ['alpha:one', 'k1'],
      ['alpha:one', 'k1'],
    ],
    'the pin is in the store',
  );
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['completed', 'completed'],
  );
});

test('H-4: classify takes a Response at once, classifyResponse its body too', async () => {
  const { sw } = setUp();
  const response = () =>
    new Response('{"error":{"message":"Insufficient credits"}}', { status: 429, headers: { 'retry-after': '3' } });
  const quick = sw.classify(response(), { provider: 'alpha' });
  assert.deepEqual([quick.reason, quick.retryAfterMs], ['rate_limit', 3000]);
  const whole = response();
  assert.equal((await sw.classifyResponse(whole, { provider: 'alpha' })).reason, 'billing');
  assert.match(await whole.text(), /Insufficient/, 'the body is still there');
});

test('S-1: a turn without a session reads and writes none', async () => {
  const { store, inner } = counting();
  const { sw } = setUp({ store, profiles });
  await sw.run({}, script('hello').call);
  assert.deepEqual((await inner.list('session/')).entries, []);
});

test('T-4: a client whose own retries stay on is told to the engine, and runs as usual', async () => {
  const { sw } = setUp();
  assert.equal(await sw.run({ sessionId: 's', innerRetries: true }, script('hello').call), 'hello');
});

// Reading and writing records: conflicts, a store that is slow or gone, and what becomes of the news meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Records } from '../dist/records.js';
import { memoryStore } from '../dist/stores/memory.js';

/** Adds a fact's number to the record; stands in for the engine. */
function apply(key, record, change) {
  if (change.kind === 'refused') return { kind: 'denied', heldUntil: 7 };
  return { kind: 'record', record: { sum: (record?.sum ?? 0) + change.n } };
}

const add = (n, key = 'k') => ({ kind: 'fact', key, at: 0, n });

function setUp({ store = memoryStore(), timeoutMs = 40 } = {}) {
  const log = [];
  const records = new Records({ store, timeoutMs: () => timeoutMs, apply, log: (line) => log.push(line) });
  return { records, store, log };
}

/** A store that can be made slow, dead, or counted. */
function switchable(inner = memoryStore()) {
  const state = { mode: 'good', calls: { load: 0, compareAndSet: 0, list: 0 } };
  const through =
    (name) =>
    (...args) => {
      state.calls[name] += 1;
      if (state.mode === 'silent') return new Promise(() => {});
      if (state.mode === 'dead') throw new Error('connection lost');
      return inner[name](...args);
    };
  const store = {
    load: through('load'),
    compareAndSet: through('compareAndSet'),
    list: through('list'),
    close: () => inner.close(),
  };
  return { store, state, inner };
}

test('D-3: a conflict is merged again by the engine, with what is there now', async () => {
  const { records, store } = setUp();
  await records.write(add(1), { keep: true });
  const [entry] = await store.load(['k']);
  await store.compareAndSet('k', { sum: 10 }, entry.version);
  await records.write(add(2), { keep: true });
  assert.deepEqual((await store.load(['k']))[0].value, { sum: 12 });
});

test('D-3: after 8 tries the change is kept for later and the log says so', async () => {
  const { store, state, inner } = switchable();
  let versions = 0;
  const busy = {
    ...store,
    compareAndSet: (key) => (
      state.calls.compareAndSet++,
      { ok: false, conflict: { key, value: { sum: 0 }, version: `v${versions++}` } }
    ),
  };
  const { records, log } = setUp({ store: busy });
  assert.deepEqual(await records.write(add(1), { keep: true }), { kind: 'gone' });
  assert.equal(state.calls.compareAndSet, 8);
  assert.equal(records.unsaved, 1);
  assert.equal(log[0].event, 'store_gone');
  await inner.close();
});

test('D-5: what was read before is the first guess: one load, one set', async () => {
  const { store, state } = switchable();
  const { records } = setUp({ store });
  await records.write(add(1), { keep: true });
  await records.load(['k'], []);
  Object.assign(state.calls, { load: 0, compareAndSet: 0 });
  await records.load(['k'], []);
  await records.write(add(1), { keep: true });
  assert.deepEqual(state.calls, { load: 1, compareAndSet: 1, list: 0 });
});

test('D-5: a change that changes nothing is not written', async () => {
  const { store, state } = switchable();
  const { records } = setUp({ store });
  await records.write(add(1), { keep: true });
  state.calls.compareAndSet = 0;
  await records.write(add(0), { keep: true });
  assert.equal(state.calls.compareAndSet, 0);
});

test('H-6: a store that does not answer in time counts as gone, and its news waits in memory', async () => {
  const { store, state, inner } = switchable();
  const { records, log } = setUp({ store });
  await records.write(add(1), { keep: true });
  state.mode = 'silent';
  const before = Date.now();
  assert.deepEqual(await records.write(add(2), { keep: true }), { kind: 'gone' });
  assert.ok(Date.now() - before < 1000);
  assert.equal(log.at(-1).event, 'store_gone');
  const [seen] = await records.load(['k'], []);
  assert.deepEqual(seen.value, { sum: 3 }, 'this process knows its own news');
  state.mode = 'good';
  await records.load(['k'], []);
  await records.settle();
  assert.deepEqual((await inner.load(['k']))[0].value, { sum: 3 }, 'and merges it when the store is back');
  assert.equal(records.unsaved, 0);
});

test('H-6: news of a record that the store has never seen is shown too', async () => {
  const { store, state } = switchable();
  const { records } = setUp({ store });
  state.mode = 'dead';
  await records.write(add(5, 'profile/shared/x'), { keep: true });
  const found = await records.load([], ['profile/shared/']);
  assert.deepEqual(found, [{ key: 'profile/shared/x', value: { sum: 5 }, version: null }]);
});

test('H-6: several pieces of news for one record go in one write, in order', async () => {
  const { store, state, inner } = switchable();
  const { records } = setUp({ store });
  state.mode = 'dead';
  for (const n of [1, 2, 3]) await records.write(add(n), { keep: true });
  state.mode = 'good';
  state.calls.compareAndSet = 0;
  await records.write(add(4), { keep: true });
  assert.equal(state.calls.compareAndSet, 1);
  assert.deepEqual((await inner.load(['k']))[0].value, { sum: 10 });
});

test('T-25: a lease that the store did not take is not kept, and rests on what the store holds now', async () => {
  const { store, state } = switchable();
  const { records } = setUp({ store });
  await records.write(add(1), { keep: true });
  state.calls.load = 0;
  assert.deepEqual(await records.write({ kind: 'refused', key: 'k', at: 0 }, { keep: false }), {
    kind: 'denied',
    heldUntil: 7,
  });
  assert.equal(state.calls.load, 1, 'read again, not guessed');
  state.mode = 'dead';
  assert.deepEqual(await records.write(add(9), { keep: false }), { kind: 'gone' });
  assert.equal(records.unsaved, 0);
});

test('T-1: writes to one record keep their order, and other records do not wait for it', async () => {
  const { store, inner } = switchable();
  const order = [];
  const slow = {
    ...store,
    compareAndSet: async (key, value, version) => {
      if (key === 'slow') await new Promise((resolve) => setTimeout(resolve, 15));
      order.push([key, value.sum]);
      return inner.compareAndSet(key, value, version);
    },
  };
  const { records } = setUp({ store: slow, timeoutMs: 1000 });
  await Promise.all(
    [add(1, 'slow'), add(1, 'slow'), add(1, 'fast')].map((fact) => records.write(fact, { keep: true })),
  );
  assert.deepEqual(order, [
    ['fast', 1],
    ['slow', 1],
    ['slow', 2],
  ]);
});

test('Q-9: news in memory is bounded; what is dropped is told', async () => {
  const { store, state } = switchable();
  const { records, log } = setUp({ store });
  state.mode = 'dead';
  for (let n = 0; n < 10_050; n++) await records.write(add(1, `k${n % 50}`), { keep: true });
  assert.equal(records.unsaved, 10_000);
  assert.ok(log.some(({ event, count }) => event === 'news_dropped' && count > 0));
});

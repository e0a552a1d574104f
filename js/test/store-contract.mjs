// The contract that every store keeps (H-6), as tests over a function that opens one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Declares the contract's tests for a store. `open` may be called twice for two handles on the same records. */
export function contract(name, open) {
  const scene = async (run) => {
    const { first, second, done } = await open();
    try {
      await run(first, second);
    } finally {
      await first.close();
      await second.close();
      await done?.();
    }
  };

  test(`H-6: ${name}: what was set is loaded, what is not there is left out`, () =>
    scene(async (store) => {
      const stored = await store.compareAndSet('a/1', { n: 1, text: 'für 你好 🎉' }, null);
      assert.equal(stored.ok, true);
      const entries = await store.load(['a/1', 'a/2']);
      assert.deepEqual(entries, [{ key: 'a/1', value: { n: 1, text: 'für 你好 🎉' }, version: stored.version }]);
    }));

  test(`H-6: ${name}: a stale version is a conflict that shows what is there`, () =>
    scene(async (store, other) => {
      const one = await store.compareAndSet('k', 1, null);
      const two = await other.compareAndSet('k', 2, one.version);
      assert.equal(two.ok, true);
      const stale = await store.compareAndSet('k', 3, one.version);
      assert.deepEqual(stale, { ok: false, conflict: { key: 'k', value: 2, version: two.version } });
      const create = await store.compareAndSet('k', 4, null);
      assert.equal(create.ok, false);
    }));

  test(`H-6: ${name}: null removes, and a version never comes back`, () =>
    scene(async (store) => {
      const one = await store.compareAndSet('k', 1, null);
      assert.equal((await store.compareAndSet('k', null, one.version)).ok, true);
      assert.deepEqual(await store.load(['k']), []);
      const again = await store.compareAndSet('k', 1, null);
      assert.equal(again.ok, true);
      assert.notEqual(again.version, one.version);
      assert.deepEqual(await store.compareAndSet('gone', 1, again.version), {
        ok: false,
        conflict: { key: 'gone', value: null, version: null },
      });
    }));

  test(`H-6: ${name}: list gives every key of a prefix once, page by page`, () =>
    scene(async (store) => {
      const keys = Array.from({ length: 1203 }, (_, n) => `profile/shared/p:${String(n).padStart(4, '0')}`);
      for (const key of [...keys, 'profile/sharedX', 'profile', 'session/1'])
        await store.compareAndSet(key, { key }, null);
      const found = [];
      let cursor;
      do {
        const page = await store.list('profile/shared/', cursor);
        found.push(...page.entries);
        cursor = page.cursor;
      } while (cursor !== undefined);
      assert.deepEqual(found.map(({ key }) => key).sort(), keys);
      assert.deepEqual(found[0].value, { key: found[0].key });
    }));

  test(`H-6: ${name}: a value cannot be changed from outside`, () =>
    scene(async (store) => {
      const value = { list: [1] };
      await store.compareAndSet('k', value, null);
      value.list.push(2);
      const [entry] = await store.load(['k']);
      entry.value.list.push(3);
      assert.deepEqual((await store.load(['k']))[0].value, { list: [1] });
    }));

  test(`H-6: ${name}: of many writers with one version, one wins`, () =>
    scene(async (store, other) => {
      const { version } = await store.compareAndSet('k', 0, null);
      const tries = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).compareAndSet('k', n, version));
      const won = (await Promise.all(tries)).filter(({ ok }) => ok);
      assert.equal(won.length, 1);
    }));
}

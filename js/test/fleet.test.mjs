// Several programs on one store: leases are held by one, news reaches all, nothing is lost.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { VirtualClock } from '../dist/index.js';
import { memoryStore } from '../dist/stores/memory.js';
import { sqliteStore } from '../dist/stores/sqlite.js';
import { START, failure, script, setUp, until } from './helpers.mjs';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'switchover-'));
  return { file: join(path, 'state.sqlite'), done: () => rmSync(path, { recursive: true }) };
}

/** The stores that leases are tested against: two handles each. */
const STORES = {
  memory: () => {
    const map = new Map();
    return { open: () => memoryStore({ map }), done: () => {} };
  },
  SQLite: () => {
    const { file, done } = folder();
    return { open: () => sqliteStore({ file }), done };
  },
};

for (const [name, make] of Object.entries(STORES)) {
  test(`T-25: ${name}: of two programs, one probes a credential without money; the other skips it`, async () => {
    const { open, done } = make();
    const clock = new VirtualClock(START);
    const [a, b] = [setUp({ store: open(), clock }), setUp({ store: open(), clock })];
    await a.sw.try({ sessionId: 'a' }, script(failure(402, 'Insufficient credits'), 'fallback').call);
    clock.advance(60_000);
    let answer;
    const probing = script(
      () => new Promise((_, reject) => (answer = () => reject(failure(402, 'Insufficient credits')))),
      'fallback',
    );
    const first = a.sw.run({ sessionId: 'a' }, probing.call);
    await until(() => probing.attempts.length === 1);
    assert.equal(probing.attempts[0].probe, true);
    const other = script('fallback');
    await b.sw.run({ sessionId: 'b' }, other.call);
    assert.equal(other.attempts[0].provider, 'beta', 'the mark is taken');
    answer();
    await first;
    await a.sw.close();
    await b.sw.close();
    done();
  });

  test(`P-8: ${name}: of two programs, one refreshes a login; the other waits for it and sees the new one`, async () => {
    const { open, done } = make();
    const clock = new VirtualClock(START, { jump: false });
    const login = { id: 'alpha:me', provider: 'alpha', type: 'oauth', credential: 'refreshable', expiresAt: START - 1 };
    let refreshes = 0;
    let finish;
    const refresh = () => {
      refreshes += 1;
      return new Promise(
        (resolve) => (finish = () => resolve({ expiresAt: START + 3_600_000, credentialVersion: 'v2' })),
      );
    };
    // The login lives in the store, so that both see what became of it.
    const seed = open();
    await seed.compareAndSet(
      'profile/shared/alpha:me',
      { v: 1, profile: login, base: {}, recent: [], windows: [] },
      null,
    );
    const make2 = () => setUp({ store: open(), clock, handlers: { refresh } });
    const [a, b] = [make2(), make2()];
    const one = a.sw.run({ sessionId: 'a' }, script('hello').call);
    await until(() => refreshes === 1);
    const late = script('hello');
    const two = b.sw.run({ sessionId: 'b' }, late.call);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(late.attempts.length, 0, 'it waits');
    finish();
    assert.equal(await one, 'hello');
    clock.advance(60_000);
    assert.equal(await two, 'hello');
    assert.equal(refreshes, 1);
    assert.equal(late.attempts[0].profileId, 'alpha:me');
    await seed.close();
    done();
  });
}

test('K-5, H-6: four processes that fail on one credential at once lose no news', async () => {
  const { file, done } = folder();
  const each = 5;
  const calls = await Promise.all([1, 2, 3, 4].map((n) => work(file, n, each)));
  const made = calls.reduce((sum, n) => sum + n, 0);
  assert.ok(made >= each, `${made} calls were made`);
  const store = sqliteStore({ file });
  const [record] = await store.load(['profile/shared/alpha:default']);
  const failures = record.value.recent.filter(({ kind }) => kind === 'profile_failed');
  assert.equal(failures.length, made);
  await store.close();
  done();
});

function work(file, n, times) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./workers/fail.mjs', import.meta.url), [file, String(n), String(times)]);
    let calls = 0;
    child.on('message', (message) => (calls = message));
    child.on('exit', (code) => (code === 0 ? resolve(calls) : reject(new Error(`worker ended with ${code}`))));
  });
}

test('H-6: a process that is killed in the middle of a turn leaves a store that works', async () => {
  const { file, done } = folder();
  const child = fork(new URL('./workers/fail.mjs', import.meta.url), [file, '1', '1000']);
  await new Promise((resolve) => setTimeout(resolve, 700));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.on('exit', resolve));
  const { sw } = setUp({ store: sqliteStore({ file }) });
  assert.equal(await sw.run({ sessionId: 's' }, script('hello').call), 'hello');
  await sw.close();
  done();
});

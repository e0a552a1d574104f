// Both stores keep the contract; SQLite also over processes, and with files that are none.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreError } from '../dist/index.js';
import { memoryStore } from '../dist/stores/memory.js';
import { sqliteAgentsStore } from '../dist/stores/sqlite-agents.js';
import { sqliteStore } from '../dist/stores/sqlite.js';
import { openDatabase } from '../dist/sqlite/driver.js';
import { contract } from './store-contract.mjs';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'switchover-'));
  return { path, file: join(path, 'state.sqlite'), done: () => rmSync(path, { recursive: true }) };
}

contract('memory', () => {
  const map = new Map();
  return { first: memoryStore({ map }), second: memoryStore({ map }) };
});

contract('SQLite', () => {
  const { file, done } = folder();
  return { first: sqliteStore({ file }), second: sqliteStore({ file }), done };
});

contract('SQLite, a file for each agent', () => {
  const { path, done } = folder();
  return { first: sqliteAgentsStore({ folder: path }), second: sqliteAgentsStore({ folder: path }), done };
});

test('H-6: with a file for each agent, records go to the file of their agent, and no id leaves the folder', async () => {
  const { path, done } = folder();
  const store = sqliteAgentsStore({ folder: join(path, 'state') });
  const keys = ['profile/main/p:a', 'provider/main/p', 'profile/..%2F/p:a', 'account/.hidden/p/key/1', 'session/1'];
  for (const key of keys) await store.compareAndSet(key, { key }, null);
  assert.deepEqual(
    readdirSync(join(path, 'state')).filter((name) => name.endsWith('.sqlite')),
    ['sessions.sqlite'],
  );
  const agents = readdirSync(join(path, 'state', 'agents')).filter((name) => name.endsWith('.sqlite'));
  assert.deepEqual(agents, ['%2Ehidden.sqlite', '%2E.%252F.sqlite', 'main.sqlite'].sort());
  const found = [];
  let cursor;
  do {
    const page = await store.list('', cursor);
    found.push(...page.entries.map(({ key }) => key));
    cursor = page.cursor;
  } while (cursor !== undefined);
  assert.deepEqual(found.sort(), [...keys].sort());
  assert.equal((await store.list('profile/main/')).entries.length, 1);
  await store.close();
  done();
});

test('H-6: tenants of one file do not see each other', async () => {
  const { file, done } = folder();
  const [one, two] = [sqliteStore({ file, tenant: 'one' }), sqliteStore({ file, tenant: 'two' })];
  await one.compareAndSet('k', 1, null);
  assert.deepEqual(await two.load(['k']), []);
  assert.deepEqual(await two.list(''), { entries: [] });
  assert.equal((await one.list('')).entries.length, 1);
  assert.throws(() => sqliteStore({ file, tenant: 'a/b' }), RangeError);
  for (const store of [one, two]) await store.close();
  done();
});

test('H-6: four processes that hammer one record lose nothing', async () => {
  const { file, done } = folder();
  const store = sqliteStore({ file });
  await store.compareAndSet('counter', { n: 0 }, null);
  const each = 50;
  await Promise.all([1, 2, 3, 4].map(() => work(file, each)));
  const [entry] = await store.load(['counter']);
  assert.equal(entry.value.n, 4 * each);
  await store.close();
  done();
});

function work(file, times) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./workers/count.mjs', import.meta.url), [file, String(times)]);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`worker ended with ${code}`))));
  });
}

test('H-6, Q-9: a file that is no database gives a clear error and is moved aside, not deleted', async () => {
  const { file, path, done } = folder();
  writeFileSync(file, 'this was never a database, but somebody may want it back'.repeat(100));
  assert.throws(
    () => sqliteStore({ file }),
    (error) => {
      assert.ok(StoreError.isInstance(error));
      assert.equal(error.code, 'broken_store');
      assert.match(error.message, /moved to .*broken-1/);
      return true;
    },
  );
  assert.equal(existsSync(file), false);
  assert.match(readFileSync(`${file}.broken-1`, 'utf8'), /somebody may want it back/);
  const store = sqliteStore({ file });
  assert.equal((await store.compareAndSet('k', 1, null)).ok, true, 'the next start works');
  await store.close();
  assert.ok(readdirSync(path).includes('state.sqlite.broken-1'));
  done();
});

test('H-6, Q-9: a database with damaged pages is told at the start', async () => {
  const { file, done } = folder();
  const store = sqliteStore({ file });
  for (let n = 0; n < 200; n++) await store.compareAndSet(`key-${n}`, { text: 'x'.repeat(500) }, null);
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 8192, 8192 + 16384);
  writeFileSync(file, bytes);
  assert.throws(() => sqliteStore({ file }), { code: 'broken_store' });
  done();
});

test('H-6, D-4: a file of a newer layout is refused and left as it is', async () => {
  const { file, done } = folder();
  const store = sqliteStore({ file });
  await store.compareAndSet('k', 1, null);
  await store.close();
  const database = openDatabase(file);
  database.exec("UPDATE switchover_meta SET value = 99 WHERE name = 'schema'");
  database.close();
  assert.throws(() => sqliteStore({ file }), { code: 'newer_version' });
  assert.ok(existsSync(file));
  done();
});

test('H-6: a file that cannot be opened is named, and nothing is moved', () => {
  const { path, done } = folder();
  assert.throws(() => sqliteStore({ file: path }), { code: 'store_not_opened' });
  assert.ok(existsSync(path));
  done();
});

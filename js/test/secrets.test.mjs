// Where secrets come from, and that they go nowhere but to the callback.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { memoryStore } from '../dist/stores/memory.js';
import { config, failure, script, setUp } from './helpers.mjs';

async function secretSeen(options, request = { sessionId: 's' }) {
  const { sw } = setUp({ secrets: undefined, ...options });
  const { call, attempts } = script('hello');
  await sw.run(request, call);
  return attempts[0].secret;
}

test('H-4: secrets come from a function or a map, by profile id', async () => {
  assert.equal(
    await secretSeen({ secrets: (id, provider) => Promise.resolve(`${id} of ${provider}`) }),
    'alpha:default of alpha',
  );
  assert.equal(await secretSeen({ secrets: { 'alpha:default': 'from the map' } }), 'from the map');
});

test('M-1: the default secret is the environment variable of the provider', async () => {
  process.env.ALPHA_API_KEY = 'from the environment';
  assert.equal(await secretSeen({}), 'from the environment');
  process.env.ALPHA_API_KEY = '';
  assert.equal(await secretSeen({}), undefined, 'an empty variable is none');
  delete process.env.ALPHA_API_KEY;
});

test('M-1: failover.secrets names a variable or a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchover-'));
  writeFileSync(join(folder, 'key'), 'from the file\n');
  process.env.MY_ALPHA = 'from my variable';
  const place = (where) => ({ config: { ...config, failover: { secrets: { 'alpha:default': where } } } });
  assert.equal(await secretSeen(place({ env: 'MY_ALPHA' })), 'from my variable');
  assert.equal(await secretSeen(place({ file: join(folder, 'key') })), 'from the file');
  delete process.env.MY_ALPHA;
  rmSync(folder, { recursive: true });
});

test('P-4: a configured profile whose secret is placed but missing is not called, and its neighbour is', async () => {
  const withSecrets = {
    ...config,
    auth: {
      profiles: {
        'alpha:a': { provider: 'alpha', mode: 'api_key' },
        'alpha:b': { provider: 'alpha', mode: 'api_key' },
      },
    },
    failover: { secrets: { 'alpha:a': { env: 'NO_SUCH_VARIABLE' }, 'alpha:b': { env: 'ALPHA_B' } } },
  };
  process.env.ALPHA_B = 'b';
  const { sw } = setUp({ config: withSecrets, secrets: undefined });
  const { call, attempts } = script('hello');
  await sw.run({ sessionId: 's' }, call);
  assert.deepEqual([attempts[0].profileId, attempts[0].secret], ['alpha:b', 'b']);
  delete process.env.ALPHA_B;
});

test('P-1: a new secret starts with a clean record', async () => {
  const profiles = [{ id: 'alpha:one', provider: 'alpha', type: 'api_key' }];
  const store = memoryStore();
  const first = setUp({ store, profiles, secrets: { 'alpha:one': 'old' } });
  await first.sw.try({ sessionId: 's' }, script(failure(401, 'API key has been revoked'), 'fallback').call);
  const same = script('fallback');
  await setUp({ store, profiles, secrets: { 'alpha:one': 'old' } }).sw.run({ sessionId: 't' }, same.call);
  assert.equal(same.attempts[0].provider, 'beta', 'the old key stays out');
  const fresh = script('hello');
  await setUp({ store, profiles, secrets: { 'alpha:one': 'new' } }).sw.run({ sessionId: 'u' }, fresh.call);
  assert.equal(fresh.attempts[0].profileId, 'alpha:one');
});

test('P-1: no secret reaches the store, the log, the decisions or the outcome', async () => {
  const secret = 'sk-very-secret-0123456789abcdef0123456789';
  const store = memoryStore();
  const outcomes = [];
  const { sw, log, decisions, notices } = setUp({
    store,
    secrets: { 'alpha:default': secret, 'beta:default': secret },
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const leaky = () => failure(401, `Incorrect API key provided: ${secret}`, { 'x-api-key': secret });
  await sw.try({ sessionId: 's' }, script(leaky(), leaky()).call);
  await sw.close();
  const everything = JSON.stringify([
    (await store.list('')).entries,
    log,
    decisions,
    notices,
    outcomes,
    await sw.why('s'),
  ]);
  assert.ok(everything.length > 500);
  assert.ok(!everything.includes(secret));
});

test('T-2: a secret reader that throws is a fault of the host, not of the provider', async () => {
  const broken = new Error('the vault is locked');
  const { sw } = setUp({ secrets: () => Promise.reject(broken) });
  const outcome = await sw.try({ sessionId: 's' }, script('hello').call);
  assert.equal(outcome.kind, 'surfaced');
  assert.equal(outcome.error, broken);
  assert.equal(outcome.attempts.length, 1);
});

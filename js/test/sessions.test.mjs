// What people do to sessions and credentials, between turns and while one runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../dist/stores/memory.js';
import { START, failure, script, setUp, until } from './helpers.mjs';

const profiles = ['one', 'two'].map((label) => ({ id: `alpha:${label}`, provider: 'alpha', type: 'api_key' }));
const entryOf = async (store, id) => (await store.load([`session/${id}`]))[0]?.value;

test('S-6: a model that a person chose is used, strictly, until Default is chosen', async () => {
  const { sw } = setUp();
  await sw.selectModel('s', 'gamma/three', { via: '/model' });
  const chosen = script('hello');
  await sw.run({ sessionId: 's' }, chosen.call);
  assert.equal(chosen.attempts[0].provider, 'gamma');
  assert.equal(chosen.attempts[0].final, true, 'strict: no fallback follows');
  await sw.selectModel('s', 'default', { via: 'picker' });
  const back = script('hello');
  await sw.run({ sessionId: 's' }, back.call);
  assert.equal(back.attempts[0].provider, 'alpha');
});

test('S-6: an unknown way in is refused with the four that exist', async () => {
  const { sw } = setUp();
  await assert.rejects(sw.selectModel('s', 'gamma/three', { via: 'telepathy' }), /telepathy/);
});

test('S-7, T-15: a running turn is told of the switch, and the same user turn starts again with the new model', async () => {
  const { sw } = setUp();
  const { call, attempts } = script(
    (attempt) =>
      new Promise((_, reject) => attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason))),
    'from gamma',
  );
  const answer = sw.run({ sessionId: 's' }, call);
  await until(() => attempts.length === 1);
  await sw.selectModel('s', 'gamma/three', { via: '/model' });
  assert.equal(await answer, 'from gamma');
  assert.equal(attempts[0].signal.aborted, true);
  assert.equal(attempts[1].provider, 'gamma');
});

test('T-15: a person who keeps switching gets the turn started again twice, then it ends', async () => {
  const { sw } = setUp();
  const models = ['gamma/3', 'gamma/4', 'gamma/5', 'gamma/6'];
  let calls = 0;
  const hang = async (attempt) => {
    calls += 1;
    const stopped = new Promise((_, reject) =>
      attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason)),
    );
    await sw.selectModel('s', models[calls - 1], { via: '/model' });
    return stopped;
  };
  const outcome = await sw.try({ sessionId: 's' }, hang);
  assert.equal(outcome.kind, 'switch_requested');
  assert.equal(outcome.error.code, 'switch_requested');
  assert.equal(calls, 3);
});

test('P-9, S-5: a session keeps its credential until it is reset or compacted', async () => {
  const store = memoryStore();
  const { sw } = setUp({ store, profiles });
  const used = async () => {
    const { call, attempts } = script('hello');
    await sw.run({ sessionId: 's' }, call);
    return attempts[0].profileId;
  };
  const first = await used();
  assert.equal(await used(), first, 'pinned');
  assert.equal((await entryOf(store, 's')).authProfileOverride, first);
  await sw.compacted('s');
  assert.notEqual(await used(), first, 'a compaction ends the pin, and round robin goes on');
  await sw.reset('s');
  assert.equal((await entryOf(store, 's')).authProfileOverride, undefined);
});

test('K-4: clear lets a credential be used again at once', async () => {
  const store = memoryStore();
  const { sw, clock } = setUp({ store, profiles: [profiles[0]] });
  await sw.try({ sessionId: 's' }, script(failure(402, 'Insufficient credits'), 'fallback').call);
  clock.advance(1);
  const record = async () => (await store.load(['profile/shared/alpha:one']))[0].value;
  assert.equal((await record()).windows.length, 1);
  await sw.clear('alpha:one', { by: 'test' });
  assert.equal((await record()).windows.length, 0);
});

test('H-4: why tells the last turn in sentences, also in another process', async () => {
  const store = memoryStore();
  const { sw } = setUp({ store });
  assert.match((await sw.why('s'))[0], /^Nothing to tell/);
  await sw.run({ sessionId: 's' }, script(failure(404, 'The model `one` does not exist'), 'hello').call);
  const here = await sw.why('s');
  assert.match(here[0], /^alpha\/one with alpha:default failed: HTTP 404, model not found \[rule .+\]\.$/);
  assert.match(here.at(-1), /beta\/two.* gave the answer, in place of the model that was asked for\.$/);
  const there = await setUp({ store }).sw.why('s');
  assert.match(there[0], /^alpha\/one with alpha:default failed: model not found \[rule .+\]\.$/);
  assert.match(there.at(-1), /beta\/two with beta:default answered/);
});

test('M-10: explain says what would be tried, and changes nothing', async () => {
  const store = memoryStore();
  const { sw } = setUp({ store, profiles });
  const { candidates, maxAttempts } = await sw.explain({ sessionId: 's' });
  assert.deepEqual(
    candidates.map(({ candidate }) => candidate.model),
    ['one', 'two'],
  );
  assert.ok(maxAttempts >= 2);
  assert.deepEqual((await store.list('')).entries, []);
});

test('S-10: status shows the selected model and the windows of its credentials', async () => {
  const { sw } = setUp({ profiles: [profiles[0]] });
  await sw.try({ sessionId: 's' }, script(failure(402, 'Insufficient credits'), 'fallback').call);
  const status = await sw.status({ sessionId: 's' });
  assert.equal(status.selected, 'alpha/one');
  assert.equal(status.active, 'beta/two');
  const alpha = status.providers.find(({ provider }) => provider === 'alpha');
  assert.equal(alpha.profiles[0].windows[0].kind, 'disabled');
});

test('P-8: an expired login is refreshed by the handler, once, before the call', async () => {
  const asked = [];
  const refresh = (context) => {
    asked.push(context);
    return { expiresAt: START + 3_600_000, credentialVersion: 'v2' };
  };
  const login = { id: 'alpha:me', provider: 'alpha', type: 'oauth', credential: 'refreshable', expiresAt: START - 1 };
  const { sw } = setUp({ profiles: [login], handlers: { refresh } });
  assert.equal(await sw.run({ sessionId: 's' }, script('hello').call), 'hello');
  assert.deepEqual(
    asked.map(({ profileId, provider }) => [profileId, provider]),
    [['alpha:me', 'alpha']],
  );
});

test('T-26: a candidate left because of its credential is skipped for the session, in this process', async () => {
  const config = {
    agents: { defaults: { model: { primary: 'alpha/one', fallbacks: ['beta/two', 'gamma/three'] } } },
    failover: { skipCache: { ttlMs: 60_000 } },
  };
  const { sw, clock } = setUp({ config });
  const first = script(failure(404, 'The model `one` does not exist'), failure(401, 'Invalid API key'), 'from gamma');
  await sw.run({ sessionId: 's' }, first.call);
  await sw.clear('beta:default');
  clock.advance(1000);
  const second = script(failure(404, 'The model `one` does not exist'), 'from the next');
  await sw.run({ sessionId: 's' }, second.call);
  assert.deepEqual(
    second.attempts.map(({ provider }) => provider),
    ['alpha', 'gamma'],
  );
});

test('T-26: the skip cache may come from the environment, as a strict integer', async () => {
  const { readConfig } = await import('../dist/config.js');
  const ttl = (config) => readConfig(config).failover?.skipCache?.ttlMs;
  process.env.OPENCLAW_FALLBACK_SKIP_TTL_MS = '5000';
  assert.equal(ttl({}), 5000);
  process.env.SWITCHOVER_FALLBACK_SKIP_TTL_MS = '7000';
  assert.equal(ttl({}), 7000, 'our own name wins');
  assert.equal(ttl({ failover: { skipCache: { ttlMs: 1 } } }), 1, 'and the config wins over both');
  process.env.SWITCHOVER_FALLBACK_SKIP_TTL_MS = '7e3';
  assert.equal(ttl({}), undefined);
  delete process.env.SWITCHOVER_FALLBACK_SKIP_TTL_MS;
  delete process.env.OPENCLAW_FALLBACK_SKIP_TTL_MS;
});

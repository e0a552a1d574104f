// Bad input at every boundary: a clear error or a verdict, never a hang, a crash or lost state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MisuseError, PlanError, SwitchoverError, createSwitchover } from '../dist/index.js';
import { Engine } from '../dist/engine.js';
import { memoryStore } from '../dist/stores/memory.js';
import { START, config, failure, script, setUp } from './helpers.mjs';

test('Q-9, M-1: a wrong config is refused with every problem at once, each with its path', () => {
  const wrong = {
    agents: { defaults: { model: { primary: 5 } } },
    failover: { recovery: { windowMs: 'long' }, store: { timeoutMs: -1 } },
  };
  assert.throws(
    () => createSwitchover({ config: wrong }),
    (error) => {
      assert.ok(PlanError.isInstance(error) && SwitchoverError.isInstance(error));
      const paths = error.problems.map(({ path }) => path);
      for (const path of ['agents.defaults.model.primary', 'failover.recovery.windowMs', 'failover.store.timeoutMs'])
        assert.ok(paths.includes(path), path);
      for (const path of paths) assert.ok(error.message.includes(path));
      return true;
    },
  );
});

test('M-1: the config may be JSON5; text that is none is refused', () => {
  const { sw } = setUp({ config: "{ agents: { defaults: { model: 'alpha/one' } }, /* a comment */ }" });
  assert.equal(sw.classify({ status: 429 }).reason, 'rate_limit');
  for (const bad of ['{', '[1]', '', 'null'])
    assert.throws(() => createSwitchover({ config: bad }), { code: 'wrong_plan' });
});

test('M-1: an unknown key is a warning that names its path', () => {
  const { log } = setUp({ config: { ...config, failover: { probe: { marginMS: 5 } } } });
  const warning = log.find(({ event }) => event === 'config_warning');
  assert.match(warning.message, /failover\.probe\.marginMS/);
});

test('T-3: a wrong request is refused before any call', async () => {
  const { sw } = setUp();
  const { call, attempts } = script('hello');
  await assert.rejects(sw.run({ chain: ['alpha/one'], override: { provider: 'a', model: 'b' } }, call), (error) =>
    PlanError.isInstance(error),
  );
  await assert.rejects(
    sw.run({ sesionId: 's' }, call),
    (error) => SwitchoverError.isInstance(error) && /sesionId/.test(error.message),
  );
  assert.equal(attempts.length, 0);
});

test('T-3, Q-9: an unknown event is refused with what is expected, and changes nothing', () => {
  const engine = new Engine(config);
  const turn = engine.begin({ turnId: 't', seed: 1 }, { profiles: [], records: [], skipMarks: [] }, START);
  assert.throws(
    () => turn.handle({ type: 'succeded', attemptId: 't.1' }, START),
    (error) => {
      assert.ok(MisuseError.isInstance(error));
      assert.match(error.message, /succeded/);
      return true;
    },
  );
  assert.throws(
    () => turn.handle({ type: 'tick', at: 5 }, START),
    (error) => MisuseError.isInstance(error),
  );
  const step = turn.handle({ type: 'succeeded', attemptId: 't.1' }, START);
  assert.equal(step.effects.at(-1).type, 'finish');
  turn.free();
});

test('Q-9: 10 MB of garbage as an error is judged quickly', () => {
  const { sw } = setUp();
  const garbage = Array.from({ length: 10 * 1024 * 1024 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 90))).join(
    '',
  );
  for (const error of [
    garbage,
    { status: 500, body: garbage },
    new Error(garbage),
    { body: `{"error":${'['.repeat(1_000_000)}` },
  ]) {
    const before = performance.now();
    const verdict = sw.classify(error);
    assert.ok(performance.now() - before < 1000, 'a second is plenty');
    assert.ok((verdict.preview ?? '').length <= 400);
  }
  assert.equal(sw.classify({ body: '\ud800\udc00\ud800 \0 \u0007' }).failover !== undefined, true);
});

test('Q-9: a deeply nested object is no trouble', () => {
  const { sw } = setUp();
  let nested = {};
  for (let n = 0; n < 100_000; n++) nested = { error: nested };
  assert.equal(typeof sw.classify({ status: 400, body: nested }).reason, 'string');
});

test('H-2: classifySignal refuses an unknown field and lists those that are expected', () => {
  const { sw } = setUp();
  assert.throws(
    () => sw.classifySignal({ statsu: 429 }),
    (error) => MisuseError.isInstance(error) && /statsu/.test(error.message) && /status/.test(error.message),
  );
});

test('H-4: what is not there yet says so', async () => {
  const { sw } = setUp();
  assert.throws(() => sw.replay('{}'), { code: 'not_yet' });
  assert.throws(() => createSwitchover({ config, record: true }), { code: 'not_yet' });
});

test('D-4: a record of a newer version is left as it is, and the turn goes on', async () => {
  const store = memoryStore();
  const newer = { v: 99, something: 'from the future' };
  await store.compareAndSet('profile/shared/alpha:default', newer, null);
  const { sw, log } = setUp({ store });
  assert.equal(await sw.run({ sessionId: 's' }, script('hello').call), 'hello');
  const [entry] = await store.load(['profile/shared/alpha:default']);
  assert.deepEqual(entry.value, newer);
  assert.ok(log.some(({ event }) => event === 'record_unreadable'));
});

test('H-6: a store that is dead from the start does not stop a turn, and nothing is lost when it comes back', async () => {
  const inner = memoryStore();
  let dead = true;
  const through =
    (name) =>
    (...args) => {
      if (dead) throw new Error('connection lost');
      return inner[name](...args);
    };
  const store = {
    load: through('load'),
    compareAndSet: through('compareAndSet'),
    list: through('list'),
    close: () => inner.close(),
  };
  const { sw, log } = setUp({ store });
  const first = script(failure(402, 'Insufficient credits'), 'from the fallback');
  assert.equal(await sw.run({ sessionId: 's' }, first.call), 'from the fallback');
  assert.ok(log.some(({ event }) => event === 'store_gone'));
  const second = script(failure(402, 'Insufficient credits'), 'again from the fallback');
  await sw.run({ sessionId: 's' }, second.call);
  assert.equal(second.attempts[0].probe, true, 'the failure is remembered in memory');
  dead = false;
  await sw.run({ sessionId: 's' }, script(failure(402, 'Insufficient credits'), 'and again').call);
  await sw.close();
  const [record] = await inner.load(['profile/shared/alpha:default']);
  assert.equal(record.value.windows[0].kind, 'disabled');
});

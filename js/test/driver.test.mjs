// The loop that carries a turn through, on a clock that stands still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FallbackSummaryError, HostError, VirtualClock, attachedTo } from '../dist/index.js';
import { memoryStore } from '../dist/stores/memory.js';
import { START, failure, script, setUp, until } from './helpers.mjs';

test('H-4: run gives the answer of the callback', async () => {
  const { sw } = setUp();
  const { call, attempts } = script('hello');
  assert.equal(await sw.run({ sessionId: 's' }, call), 'hello');
  assert.equal(attempts.length, 1);
  const [attempt] = attempts;
  assert.equal(attempt.provider, 'alpha');
  assert.equal(attempt.model, 'one');
  assert.equal(attempt.mode, 'fresh');
  assert.equal(attempt.probe, false);
  assert.match(attempt.id, /\.1$/);
});

test('T-6, T-7: a stated wait is waited for on the clock, and the same model is called again', async () => {
  const { sw, clock } = setUp();
  const { call, attempts } = script(failure(429, 'Rate limit reached', { 'retry-after': '8' }), 'hello');
  assert.equal(await sw.run({ sessionId: 's' }, call), 'hello');
  assert.deepEqual(
    attempts.map(({ model }) => model),
    ['one', 'one'],
  );
  assert.ok(clock.now() - START >= 8000, 'the stated wait is a floor');
});

test('T-1: an attempt that is cancelled by a time-out sees its own signal, and its late answer is not used', async () => {
  const { sw, clock } = setUp({ config: oneTimeout() });
  let aborted = false;
  let lateAnswer;
  const hangs = (attempt) =>
    new Promise((resolve) => {
      attempt.signal.addEventListener('abort', () => (aborted = true));
      lateAnswer = () => resolve('too late');
    });
  const { call, attempts } = script(hangs, 'hello');
  const answer = sw.run({ sessionId: 's' }, call);
  await until(() => attempts.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.advance(5000);
  await until(() => aborted);
  lateAnswer();
  assert.equal(await answer, 'hello');
  assert.equal(attempts.length, 2);
});

function oneTimeout() {
  return {
    agents: { defaults: { model: { primary: 'alpha/one', fallbacks: ['beta/two'] } } },
    failover: { timeouts: { default: { firstTokenMs: 5000 } } },
  };
}

test('T-20: an abort by the caller ends the turn, cancels the call, and is no failure of anyone', async () => {
  const { sw } = setUp();
  const controller = new AbortController();
  const { call, attempts } = script(
    (attempt) =>
      new Promise((_, reject) => {
        attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason));
      }),
    'hello',
  );
  const result = sw.try({ sessionId: 's', signal: controller.signal }, call);
  await until(() => attempts.length === 1);
  controller.abort();
  const outcome = await result;
  assert.equal(outcome.kind, 'aborted');
  assert.equal(outcome.error.name, 'AbortedError');
  assert.equal(await sw.run({ sessionId: 's' }, call), 'hello', 'the profile is as good as before');
});

test('T-20: a signal that was aborted before begins no turn and makes no call', async () => {
  const { sw } = setUp();
  const { call, attempts } = script('hello');
  const outcome = await sw.try({ signal: AbortSignal.abort() }, call);
  assert.equal(outcome.kind, 'aborted');
  assert.equal(attempts.length, 0);
});

test('T-20: an abort while the state is still being read is not missed', async () => {
  const inner = memoryStore();
  const controller = new AbortController();
  const load = async (keys) => {
    controller.abort();
    return inner.load(keys);
  };
  const { sw } = setUp({ store: { ...inner, load } });
  const { call, attempts } = script('hello');
  assert.equal((await sw.try({ sessionId: 's', signal: controller.signal }, call)).kind, 'aborted');
  assert.equal(attempts.length, 0, 'no call is made any more');
});

test('T-20: a time-out signal of the caller counts as the deadline', async () => {
  const { sw } = setUp();
  // The timer of such a signal does not keep a process alive, so the call does.
  const { call } = script(() => new Promise((resolve) => setTimeout(resolve, 500)));
  const outcome = await sw.try({ sessionId: 's', signal: AbortSignal.timeout(30) }, call);
  assert.equal(outcome.kind, 'deadline');
  assert.equal(outcome.error.name, 'DeadlineError');
});

test('T-20: the deadline of the turn ends it with every attempt', async () => {
  const { sw, clock } = setUp({ config: { agents: { defaults: { model: 'alpha/one' } } } });
  const { call, attempts } = script(() => new Promise(() => {}));
  const result = sw.try({ sessionId: 's', deadlineMs: 10_000 }, call);
  await until(() => attempts.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.advance(10_000);
  const outcome = await result;
  assert.equal(outcome.kind, 'deadline');
  assert.equal(outcome.attempts.length, 1);
});

test('T-2: a fault of the program itself is handed on at once and blames nobody', async () => {
  for (const fault of [new HostError('no disk'), new ReferenceError('x is not defined')]) {
    const { sw } = setUp();
    const { call, attempts } = script(fault, 'hello');
    await assert.rejects(sw.run({ sessionId: 's' }, call), fault);
    assert.equal(attempts.length, 1, 'nothing is tried again');
    assert.equal(await sw.run({ sessionId: 's' }, call), 'hello');
  }
});

test('T-33: what is surfaced is the original error, with classification and attempts attached', async () => {
  const { sw } = setUp();
  const original = failure(400, 'Invalid value: messages[0].role');
  const { call, attempts } = script(original);
  await assert.rejects(sw.run({ sessionId: 's' }, call), (error) => error === original);
  assert.equal(attempts.length, 1);
  const story = attachedTo(original);
  assert.equal(story.kind, 'surfaced');
  assert.equal(story.classification.reason, 'format');
  assert.equal(story.attempts.length, 1);
});

test('T-34: when everything fails, the error tells all attempts and the soonest expiry', async () => {
  const { sw } = setUp();
  const broke = () => failure(402, 'Insufficient credits');
  const { call } = script(broke(), broke());
  const error = await sw.run({ sessionId: 's' }, call).catch((thrown) => thrown);
  assert.ok(FallbackSummaryError.isInstance(error));
  assert.equal(error.attempts.length, 2);
  assert.ok(error.soonestCooldownExpiry > START);
  assert.ok(error.message.length > 10);
});

test('T-12: after text was shown, a failure repeats nothing', async () => {
  const { sw } = setUp();
  const { call, attempts } = script((attempt) => {
    attempt.progress('text');
    throw Object.assign(new TypeError('terminated'), {
      cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    });
  });
  const outcome = await sw.try({ sessionId: 's' }, call);
  assert.equal(outcome.kind, 'surfaced');
  assert.equal(outcome.partial, true);
  assert.equal(attempts.length, 1);
});

test('T-12: a host that can continue is asked to, and what was shown is taken back first', async () => {
  const { sw } = setUp();
  const discarded = [];
  const { call, attempts } = script((attempt) => {
    attempt.progress('text');
    throw failure(529, 'Overloaded');
  }, 'the rest');
  const answer = await sw.run({ sessionId: 's', canContinue: true, onDiscard: (id) => discarded.push(id) }, call);
  assert.equal(answer, 'the rest');
  assert.equal(attempts[1].mode, 'continue');
  assert.equal(attempts[1].instruction, 'continue_after_interruption');
  assert.deepEqual(discarded, [attempts[0].id]);
});

test('T-16: an overflow asks the handler to compact, then the same model is called again', async () => {
  const asked = [];
  const { sw } = setUp({ handlers: { compact: (context) => void asked.push(context) } });
  const { call, attempts } = script(failure(400, "This model's maximum context length is 8192 tokens"), 'hello');
  assert.equal(await sw.run({ sessionId: 's' }, call), 'hello');
  assert.equal(asked.length, 1);
  assert.equal(asked[0].sessionId, 's');
  assert.deepEqual(
    attempts.map(({ model }) => model),
    ['one', 'one'],
  );
});

test('T-1: a handler that throws has failed, and the turn still ends', async () => {
  const compact = () => {
    throw new Error('cannot');
  };
  const { sw } = setUp({ handlers: { compact } });
  const original = failure(400, "This model's maximum context length is 8192 tokens");
  const outcome = await sw.try({ sessionId: 's' }, script(original).call);
  assert.equal(outcome.kind, 'needs_compaction');
  assert.equal(outcome.error, original);
});

test('T-22: an answer with nothing in it is asked for once more, and said out loud by null it is not', async () => {
  const { sw } = setUp();
  const empty = script('', 'hello');
  assert.equal(await sw.run({ sessionId: 'a' }, empty.call), 'hello');
  const silent = script(null);
  assert.equal(await sw.run({ sessionId: 'b' }, silent.call), null);
});

test('H-4: a callback that returns a Response that is not ok has failed', async () => {
  const { sw } = setUp();
  const { call, attempts } = script(
    () => new Response('{"error":{"message":"Overloaded"}}', { status: 529 }),
    () => new Response('fine'),
  );
  const response = await sw.run({ sessionId: 's' }, call);
  assert.equal(await response.text(), 'fine');
  assert.equal(attempts.length, 2);
});

test('H-4: functions of the host that throw are logged and break nothing', async () => {
  const onDecision = () => {
    throw new Error('my log is full');
  };
  const { sw, log } = setUp({ onDecision });
  const { call } = script(failure(529, 'Overloaded'), 'hello');
  assert.equal(await sw.run({ sessionId: 's' }, call), 'hello');
  assert.ok(log.some(({ event }) => event === 'host_function_failed'));
});

test('H-4: a running turn keeps its engine when update brings a new one', async () => {
  const { sw } = setUp();
  let answer;
  const { call, attempts } = script(
    () => new Promise((_, reject) => (answer = () => reject(failure(529, 'Overloaded')))),
    'hello',
  );
  const running = sw.run({ sessionId: 's' }, call);
  await until(() => attempts.length === 1);
  sw.update({ agents: { defaults: { model: 'gamma/three' } } });
  answer();
  assert.equal(await running, 'hello');
  assert.equal(attempts[1].provider, 'alpha');
  const next = script('hi');
  await sw.run({ sessionId: 't' }, next.call);
  assert.equal(next.attempts[0].provider, 'gamma');
});

test('H-4: a wrong config is refused by update, and the old one stays', async () => {
  const { sw } = setUp();
  assert.throws(() => sw.update({ agents: { defaults: { model: 5 } } }), { code: 'wrong_plan' });
  const { call, attempts } = script('hello');
  await sw.run({}, call);
  assert.equal(attempts[0].provider, 'alpha');
});

test('S-9: a fallback that answers is announced, to the surface of its session', async () => {
  const seen = [];
  const { sw } = setUp({ onNotice: (notice, about) => seen.push({ ...notice, ...about }) });
  await sw.run({ sessionId: 's' }, script(failure(404, 'The model `one` does not exist'), 'hello').call);
  const notice = seen.find(({ kind }) => kind === 'fallback');
  assert.equal(notice.sessionId, 's');
  assert.match(notice.text, /Model Fallback: beta\/two/);
});

test('T-2: events for an attempt that is over are not passed on', async () => {
  const { sw, decisions } = setUp();
  const { call, attempts } = script(failure(529, 'Overloaded'), (attempt) => {
    attempts[0].progress('text');
    return attempt.id;
  });
  await sw.run({ sessionId: 's' }, call);
  assert.ok(!decisions.some(({ decision }) => decision === 'ignored_event'));
});

test('T-21: the clock is injected: a frozen one never fires on its own', async () => {
  const clock = new VirtualClock(START);
  let woken = 0;
  const cancel = clock.timer(START + 10, () => woken++, { why: 'idle_timeout', busy: true });
  clock.advance(9);
  assert.equal(woken, 0);
  clock.advance(1);
  assert.equal(woken, 1);
  cancel();
  clock.advance(100);
  assert.equal(woken, 1);
});

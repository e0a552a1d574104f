// One inbox and one timer: what waits, what wakes, and that nothing is set twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../dist/index.js';
import { Inbox } from '../dist/inbox.js';
import { START } from './helpers.mjs';

const wait = (at, why = 'idle_timeout') => ({ state: 'wait', at, why });

function setUp() {
  const clock = new VirtualClock(START, { jump: false });
  const set = [];
  let cancelled = 0;
  const counted = {
    now: () => clock.now(),
    timer: (at, wake, hint) => {
      set.push({ at, wake, ...hint });
      const cancel = clock.timer(at, wake, hint);
      return () => {
        cancelled += 1;
        cancel();
      };
    },
  };
  const state = { busy: true };
  return { inbox: new Inbox(counted, () => state.busy), clock, set, state, cancelled: () => cancelled };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test('T-1: events come one at a time, in order', async () => {
  const { inbox } = setUp();
  inbox.push({ type: 'tick' });
  inbox.push({ type: 'abort', by: 'caller' });
  assert.deepEqual(await inbox.next(wait(START + 5)), { type: 'tick' });
  assert.deepEqual(await inbox.next(wait(START + 5)), { type: 'abort', by: 'caller' });
});

test('T-1: a deadline that did not change keeps its timer, another one replaces it', async () => {
  const { inbox, set, cancelled } = setUp();
  for (let n = 0; n < 3; n++) {
    const next = inbox.next(wait(START + 50));
    await soon();
    inbox.push({ type: 'tick' });
    await next;
  }
  assert.equal(set.length, 1);
  const next = inbox.next(wait(START + 70));
  await soon();
  inbox.push({ type: 'tick' });
  await next;
  assert.deepEqual(
    set.map(({ at }) => at),
    [START + 50, START + 70],
  );
  assert.equal(cancelled(), 1);
  inbox.stop();
  assert.equal(cancelled(), 2);
});

test('T-1: an early wake-up is no tick; the clock decides', async () => {
  const { inbox, clock, set } = setUp();
  let event;
  void inbox.next(wait(START + 50)).then((one) => (event = one));
  await soon();
  set[0].wake();
  await soon();
  assert.equal(event, undefined);
  clock.advance(50);
  await soon();
  assert.deepEqual(event, { type: 'tick' });
});

test('T-1: a deadline that has passed is a tick at once; without one only an event wakes', async () => {
  const { inbox, set } = setUp();
  assert.deepEqual(await inbox.next(wait(START - 1)), { type: 'tick' });
  const next = inbox.next({ state: 'wait' });
  await soon();
  assert.equal(set.length, 0);
  inbox.push({ type: 'abort', by: 'deadline' });
  assert.equal((await next).type, 'abort');
});

test('T-1: the clock is told why it waits, and whether something runs meanwhile', async () => {
  const { inbox, set, state } = setUp();
  const next = inbox.next(wait(START + 50, 'back_off'));
  await soon();
  inbox.push({ type: 'tick' });
  await next;
  state.busy = false;
  const again = inbox.next(wait(START + 50, 'back_off'));
  await soon();
  inbox.push({ type: 'tick' });
  await again;
  assert.deepEqual(
    set.map(({ why, busy }) => [why, busy]),
    [
      ['back_off', true],
      ['back_off', false],
    ],
  );
});

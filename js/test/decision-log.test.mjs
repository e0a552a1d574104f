// The log adapter: repeats of an auth decision are folded, everything else is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisionLog } from '../dist/index.js';

const record = (more) => ({
  event: 'model_fallback_decision',
  decision: 'candidate_failed',
  reason: 'auth',
  candidateProvider: 'alpha',
  candidateModel: 'one',
  profileId: 'alpha:a',
  rule: 'T-10',
  ...more,
});

test('T-32: the same auth decision within 30 s is written once, then with the count', () => {
  let now = 0;
  const written = [];
  const log = decisionLog({ write: (one) => written.push(one), clock: { now: () => now } });
  for (now of [0, 10, 29_999]) log(record({ turnId: String(now) }));
  assert.equal(written.length, 1);
  now = 30_000;
  log(record());
  assert.equal(written.length, 2);
  assert.equal(written[1].repeated, 2);
});

test('T-32: other credentials, other decisions and other reasons are never folded', () => {
  const written = [];
  const log = decisionLog({ write: (one) => written.push(one), clock: { now: () => 0 } });
  for (const one of [record(), record({ profileId: 'alpha:b' }), record({ decision: 'profile_rotated' })]) log(one);
  for (let n = 0; n < 3; n++) log(record({ reason: 'rate_limit' }));
  assert.equal(written.length, 6);
  assert.ok(written.every(({ repeated }) => repeated === undefined));
});

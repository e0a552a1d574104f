// The demo runs through, and shows what it promises.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCorpus, responseOf } from '../demo/wire.mjs';

const main = fileURLToPath(new URL('../demo/main.mjs', import.meta.url));

test('H-4, T-4: the demo plays eight turns over real errors, and the server counts every request', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  const turn = (n) => stdout.slice(stdout.indexOf(`\n${n}. `), stdout.indexOf(`\n${n + 1}. `));
  assert.match(turn(1), /429 +rate limit, wait 8 s .*wait \d\.\d s, then the same again \[T-6\]/);
  assert.match(turn(2), /another credential -> openai:key \[T-9\]/);
  assert.match(turn(2), /openai:plan until 23:16:08 \(blocked\)/);
  assert.match(turn(3), /anthropic:spare .*leave it -> gpt-4\.1 \[T-10\]/);
  assert.match(turn(3), /Notice in the chat: ↪️ Model Fallback: openai\/gpt-4\.1/);
  assert.match(turn(4), /anthropic:team until 00:39:5\d \(disabled\)/);
  assert.match(turn(5), /404 +model not found .*leave it -> claude-opus-5/);
  assert.match(turn(6), /Shown to the reader before the end: "The three steps are: first, "/);
  assert.match(turn(6), /after part of the answer was shown/);
  assert.match(turn(7), /make it shorter, then the same again \[T-16\]/);
  assert.match(turn(8), /FallbackSummaryError: .*credit/);
  assert.match(turn(8), /free again: 20:04:5\d/);
  assert.match(stdout, /chat +openai:plan/);
  assert.match(stdout, /gets: "Welcome back\."/);
  assert.match(stdout, /The server saw 19 requests, Switchover made 19 calls/);
});

test('Q-6: what the demo serves is the payload of the corpus row', () => {
  const corpus = readCorpus();
  assert.equal(corpus.size, 508);
  const served = responseOf(corpus.get('big3-272'), 'openai');
  assert.deepEqual([served.status, JSON.parse(served.body).error.code], [404, 'model_not_found']);
  const window = JSON.parse(responseOf(corpus.get('big3-001'), 'openai').body);
  assert.equal(window.error.resets_at, 1777936568);
  assert.equal(JSON.parse(responseOf(corpus.get('big3-034'), 'anthropic').body).error.type, 'overloaded_error');
});

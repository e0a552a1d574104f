// The command line as a person or a script meets it: real processes, real files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/switchover.js', import.meta.url));
const corpus = ['first-party', 'gateways', 'local-and-transport'].map((name) =>
  fileURLToPath(new URL(`../../tests/corpus/${name}.jsonl`, import.meta.url)),
);

function run(args, input = '', env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

test('H-10: classify reads one signal from standard input', () => {
  const { status, stdout } = run(['classify'], '{"provider":"openai","status":429,"body":"Rate limit reached"}');
  assert.equal(status, 0);
  assert.match(stdout, /^rate limit {2}rule /);
});

test('H-10: classify takes the bare text of an error, with provider and status beside it', () => {
  const { stdout } = run(
    ['classify', '--provider', 'openrouter', '--status', '403', '--json'],
    'Key limit exceeded (total limit)',
  );
  const verdict = JSON.parse(stdout);
  assert.equal(verdict.reason, 'billing');
  assert.equal(verdict.status, 403);
});

test('H-10: classify takes JSON Lines and a payload as it came over the wire', () => {
  const lines = '{"status":401,"body":"invalid api key"}\n{"status":529}\n';
  assert.deepEqual(
    run(['classify', '--json'], lines)
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line).reason),
    ['auth', 'overloaded'],
  );
  const payload = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
  assert.equal(JSON.parse(run(['classify', '--json'], payload).stdout).reason, 'overloaded');
});

test('C-4: classify --explain shows the deciding text, also after characters of several bytes', () => {
  const { stdout } = run(['classify', '--explain'], 'Fehler für Jürgen 🎉: insufficient credits');
  assert.match(stdout, /decided by body: "[^"]*insufficient credit[^"]*"/i);
});

test('C-4: classify --explain marks the words, says why the winner won and which rules lost, and shows no secret', () => {
  const secret = `sk-ant-api03-${'abcdefghijklmnopqrstuvwxyz'.repeat(3)}`;
  const text = `Error 429: Rate limit reached for key ${secret}, too many requests`;
  const { stdout } = run(['classify', '--explain', '--status', '429'], text);
  assert.match(stdout, /why: `[a-z_.]+` is the first row/);
  assert.match(stdout, /\[rate limit[^\]]*\]/i);
  assert.match(stdout, /lost: status\.429 \(rate limit\)/);
  assert.ok(!stdout.includes('abcdefghij'), stdout);
});

test('H-10: corpus prints misses and a summary, and --json the agreed object', () => {
  const text = run(['corpus', ...corpus]).stdout;
  assert.match(text, /reasons +\d+ of 508 right/);
  assert.match(text, /usage window +\d+ of \d+ right/);
  assert.match(text, /stated wait +\d+ of \d+ right/);
  const score = JSON.parse(run(['corpus', '--json', ...corpus]).stdout);
  const agreed = ['accuracy', 'byReason', 'correct', 'misses', 'retryAfter', 'sha256', 'total', 'usageWindow'];
  assert.deepEqual(agreed.filter((key) => !(key in score)), []);
  assert.equal(score.total, 508);
  assert.equal(score.total - score.correct, score.misses.length);
  assert.equal((text.match(/^miss /gm) ?? []).length, score.misses.length);
  const bytes = Buffer.concat(corpus.map((file) => readFileSync(file)));
  assert.equal(score.sha256, createHash('sha256').update(bytes).digest('hex'));
  for (const miss of score.misses) assert.deepEqual(Object.keys(miss), ['id', 'got', 'want', 'rule']);
});

test('Q-1: corpus shows the confusion matrix, hard rows, rare reasons, and the runs with text or structure alone', () => {
  const text = run(['corpus', ...corpus]).stdout;
  for (const title of ['verdicts by label', 'by provider', 'fewer than 10 rows', 'with everything', 'text only', 'status and code only']) {
    assert.ok(text.includes(title), title);
  }
  const score = JSON.parse(run(['corpus', '--json', ...corpus]).stdout);
  const cells = Object.values(score.confusion).flatMap((row) => Object.values(row));
  assert.equal(cells.reduce((sum, rows) => sum + rows, 0), score.total);
  const perProvider = Object.values(score.byProvider).reduce((sum, { total }) => sum + total, 0);
  assert.equal(perProvider, score.total);
  assert.ok(score.hard.total > 0 && score.rare.total > 0);
  for (const view of [score.textOnly, score.structureOnly]) {
    assert.equal(view.total, score.total);
    assert.ok(view.correct < score.correct, 'less to see is less right');
  }
});

test('Q-1: at least 85 in 100 reasons of the corpus are right', (t) => {
  const { status, stdout } = run(['corpus', '--min', '0.85', '--json', ...corpus]);
  const { correct, total, usageWindow, retryAfter } = JSON.parse(stdout);
  t.diagnostic(
    `corpus: ${correct} of ${total} reasons, ${usageWindow.correct} of ${usageWindow.total} usage windows, ${retryAfter.correct} of ${retryAfter.total} waits`,
  );
  assert.equal(status, 0);
});

test('H-10: exit codes: 1 below what was asked for, 2 wrong use or input', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchover-'));
  const file = join(folder, 'wrong.jsonl');
  writeFileSync(file, '{"id":"x","status":429,"expect":{"reason":"billing"}}\n');
  assert.equal(run(['corpus', '--min', '1', file]).status, 1);
  writeFileSync(file, '{"id":"x"}\n');
  const bad = run(['corpus', file]);
  assert.equal(bad.status, 2);
  assert.match(bad.stderr, /wrong\.jsonl:1: not a corpus row/);
  writeFileSync(file, 'no json\n');
  assert.match(run(['corpus', file]).stderr, /wrong\.jsonl:1: not JSON/);
  rmSync(folder, { recursive: true });
  assert.equal(run(['corpus', 'there-is-no-such-file']).status, 2);
  assert.equal(run(['corpus']).status, 2);
  assert.equal(run(['clasify'], 'x').status, 2);
  assert.match(run(['clasify'], 'x').stderr, /classify/, 'a near miss is named');
  assert.equal(run(['classify', '--status', 'many'], 'x').status, 2);
  assert.equal(run(['classify'], '').status, 2);
  assert.equal(run(['--help']).status, 0);
  assert.match(run(['corpus', '--help']).stdout, /Exit codes:/);
});

test('H-10: no colours in a pipe, whatever NO_COLOR says', () => {
  const input = '{"status":429}';
  for (const env of [{}, { NO_COLOR: '1' }]) assert.doesNotMatch(run(['classify'], input, env).stdout, /\u001b\[/);
});

test('H-10: a checkout that is not built says what to run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchover-'));
  cpSync(bin, join(folder, 'bin', 'switchover.mjs'));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin', 'switchover.mjs'), 'corpus'], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  assert.equal(status, 3);
  assert.match(stderr, /cargo xtask build/);
});

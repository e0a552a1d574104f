// The main job, end to end: eight turns of an agent whose providers fail in the ways in which real ones do.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FallbackSummaryError, attachedTo, runWithModelFallback, tellDuration } from '../dist/index.js';
import { sqliteStore } from '../dist/stores/sqlite.js';
import { caller } from './clients.mjs';
import { START, config, profiles, secrets } from './config.mjs';
import { clockTime, heading, notices, putAside, serverSide, timeline } from './print.mjs';
import { makeClock, startServer } from './stage.mjs';
import { turns } from './turns.mjs';

const realTime = process.argv.includes('--real-time');
const folder = mkdtempSync(join(tmpdir(), 'switchover-demo-'));
const file = join(folder, 'state.sqlite');
const store = sqliteStore({ file });
const clock = makeClock(START, realTime);
const server = await startServer();
let requests = 0;
let attempts = 0;

console.log(`Switchover decides what an LLM client does when a model call fails.

This demo plays ${turns.length} turns of an agent. Each turn is one question of a user. The providers are a local server in another
process, which answers with errors that real providers sent (tests/corpus). The calls are made by the real SDKs of OpenAI
and Anthropic. ${realTime ? 'Waits are real.' : 'Waits are on a virtual clock: they are over at once, and the times shown are as if they had been waited for.'}

Credentials: ${profiles.map(({ id, type }) => `${id} (${type === 'oauth' ? 'subscription' : 'API key'})`).join(', ')}.
Models: openai/gpt-4.1, and anthropic/claude-opus-5 as its fallback; for the agent "writer" the other way round.
In square brackets stands the rule that decided: for what an error was, a row of the classifier's table; for what was done,
a rule of docs/spec (T-6 is in 04-turn.md).`);

try {
  for (const [index, turn] of turns.entries()) {
    clock.advance(turn.after ?? 0);
    heading(index + 1, turn);
    await play(turn);
  }
  await store.close();
  await nextProcess();
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}

async function play(turn) {
  const told = [];
  const decisions = [];
  let conversation = [{ role: 'user', content: turn.title }];
  let outcome;
  let text = '';
  const compact = ({ rule }) => {
    conversation = conversation.slice(-1);
    decisions.push({ decision: 'asked', previousAttempts: made - 1, rule });
  };
  const makeCall = caller(`${server.url}/${turn.id}`, () => conversation, {
    stream: turn.stream,
    onText: (piece) => (text += piece),
  });
  let made = 0;
  const ended = await runWithModelFallback({
    config,
    profiles,
    secrets,
    store,
    clock,
    seed: 7,
    handlers: { compact },
    onNotice: (notice) => !notice.transient && told.push(notice),
    onDecision: (record) => decisions.push(record),
    onOutcome: (one) => (outcome = one),
    agentId: turn.agentId,
    sessionId: turn.sessionId,
    call: (attempt) => {
      made += 1;
      return makeCall(attempt);
    },
  }).then(
    (answer) => ({ answer }),
    (error) => ({ error }),
  );
  const lines = await server.saw(turn.id, made);
  count(lines.length, made);
  serverSide(lines);
  timeline(outcome, decisions);
  console.log('');
  if (text !== '') console.log(`   Shown to the reader before the end: "${text}"`);
  notices(told);
  putAside((await store.list('')).entries, clock.now());
  tellEnd(ended);
}

function count(seen, made) {
  requests += seen;
  attempts += made;
  if (seen !== made) throw new Error(`the server saw ${seen} requests, but ${made} calls were made`);
}

function tellEnd({ answer, error }) {
  if (error === undefined) return console.log(`   Answer: "${answer}"`);
  if (FallbackSummaryError.isInstance(error)) return tellSummary(error);
  const { classification, partial } = attachedTo(error);
  console.log(`   The program gets the original error: ${error.constructor.name}: ${error.message}`);
  console.log(
    `   with what is known of it: ${classification.reason.replaceAll('_', ' ')} [${classification.rule}]${partial ? ', after part of the answer was shown' : ''}`,
  );
}

function tellSummary({ name, message, summary, attempts: all, soonestCooldownExpiry }) {
  console.log(`   The program gets a ${name}: ${message}`);
  console.log(
    `   with ${all.length} attempts, and the time at which the first candidate is free again: ${clockTime(soonestCooldownExpiry)}`,
  );
  console.log(`   (${tellDuration(soonestCooldownExpiry - clock.now())} from now). What can be done about it:`);
  for (const line of summary.remediation) console.log(`     - ${line}`);
}

/** Another process opens the same file, some hours later. */
async function nextProcess() {
  const later = Date.UTC(2026, 4, 4, 23, 17, 0);
  const script = new URL('second.mjs', import.meta.url).pathname;
  const { status } = spawnSync(process.execPath, [script, file, server.url, String(clock.now()), String(later)], {
    stdio: 'inherit',
  });
  const lines = await server.saw('later', 1);
  count(lines.length, 1);
  serverSide(lines);
  console.log(
    `\n${'-'.repeat(118)}\nThe server saw ${requests} requests, Switchover made ${attempts} calls: nothing was sent twice behind its back.`,
  );
  process.exitCode = status ?? 1;
}

// How the demo tells a turn: a line for each call, and what people and programs were told.
import { tellDuration } from '../dist/index.js';

const WIDTHS = { time: 8, credential: 15, model: 15, http: 4, what: 44 };

/** A heading with an explanation. */
export function heading(number, { title, story, agentId, sessionId }) {
  const who = agentId === undefined ? '' : `   (agent "${agentId}", session "${sessionId}")`;
  console.log(`\n${'-'.repeat(118)}\n${number}. ${title}${who}\n   ${story}\n`);
}

/** What the server process printed for this turn. */
export function serverSide(lines) {
  console.log('   What the provider saw and sent (another process):');
  for (const { n, provider, key, model, status, what, headers, body } of lines) {
    const extra = Object.entries(headers)
      .map(([name, value]) => `, ${name}: ${value}`)
      .join('');
    console.log(`     request ${n}: ${provider}, key "${key}", ${model} -> HTTP ${status}${extra} (${what})`);
    console.log(`       ${shorten(body, 104)}`);
  }
}

/** The calls of a turn, each with what it turned out to be and what was decided then. */
export function timeline(outcome, decisions) {
  console.log('\n   What Switchover did:');
  console.log(
    `     ${row({ time: 'time', credential: 'credential', model: 'model', http: 'HTTP', what: 'what it was [rule]' })}decided [rule] -> next`,
  );
  outcome.attempts.forEach((attempt, index) => {
    const cells = {
      time: clockTime(attempt.startedAt),
      credential: attempt.profileId ?? '-',
      model: attempt.model,
      http: String(attempt.status ?? (attempt.outcome === 'succeeded' ? 200 : '-')),
      what: whatItWas(attempt),
    };
    console.log(
      `     ${row(cells)}${decided(
        attempt,
        decisions.filter(({ previousAttempts }) => previousAttempts === index),
      )}`,
    );
  });
}

function row(cells) {
  return Object.entries(WIDTHS)
    .map(([name, width]) => shorten(cells[name], width).padEnd(width + 2))
    .join('');
}

function whatItWas(attempt) {
  if (attempt.outcome === 'succeeded') return 'an answer';
  if (attempt.outcome === 'skipped') return `skipped, not called [${attempt.skipped.rule}]`;
  const wait = attempt.retryAfterMs === undefined ? '' : `, wait ${tellDuration(attempt.retryAfterMs)}`;
  const cut = attempt.status === undefined ? ', the connection broke' : '';
  return `${attempt.reason.replaceAll('_', ' ')}${wait}${cut} [${attempt.rule}]`;
}

/** What the decision log says, in words. */
const WORDS = {
  retry_scheduled: (record) => `wait ${tellDuration(record.until - record.at)}, then the same again`,
  profile_rotated: (record) => `another credential -> ${/next profile (\S+?);/.exec(record.detail)?.[1]}`,
  candidate_failed: (record) =>
    record.nextCandidateModel ? `leave it -> ${record.nextCandidateModel}` : 'leave it; nothing is left to try',
  skip_candidate: (record) => (record.nextCandidateModel ? `go on -> ${record.nextCandidateModel}` : 'go on'),
  chain_stopped: () => 'stop: show the error as it is',
  asked: () => 'make it shorter, then the same again',
  probe_cooldown_candidate: () => 'try it once although it is cooling down',
};

function decided(attempt, records) {
  if (attempt.outcome === 'succeeded') return 'done';
  const known = records.filter(({ decision }) => WORDS[decision] !== undefined);
  return known.map((record) => `${WORDS[record.decision](record)} [${record.rule}]`).join('; ');
}

/** What the person in the chat sees, besides the answer. */
export function notices(list) {
  for (const { text } of list) console.log(`   Notice in the chat: ${text}`);
}

/** Every credential of the store with the windows in which it is not used. */
export function health(records, now) {
  for (const { key, value } of records.filter(isProfile)) {
    const open = (value.windows ?? []).filter(({ until }) => until > now);
    console.log(
      `     ${idOf(key).padEnd(17)} ${open.length === 0 ? 'free' : open.map((window) => tellWindow(window, now)).join('; ')}`,
    );
  }
}

/** The same in one line, without those that are free. */
export function putAside(records, now) {
  const windows = records
    .filter(isProfile)
    .flatMap(({ key, value }) => (value.windows ?? []).map((window) => ({ id: idOf(key), ...window })));
  const open = windows
    .filter(({ until }) => until > now)
    .map(({ id, kind, model, until }) => `${id}${model ? ` for ${model}` : ''} until ${clockTime(until)} (${kind})`);
  if (open.length > 0) console.log(`   Put aside now: ${open.join(', ')}`);
}

function isProfile({ key }) {
  return key.startsWith('profile/');
}

/** The last part of a record's key. */
export function idOf(key) {
  return key.slice(key.lastIndexOf('/') + 1);
}

function tellWindow({ kind, reason, model, until }, now) {
  const what = model === undefined ? kind : `${kind} for ${model}`;
  return `${what} because of ${reason.replaceAll('_', ' ')}, until ${clockTime(until)} (${tellDuration(until - now)} from now)`;
}

/** Hours, minutes and seconds in UTC. */
export function clockTime(at) {
  return new Date(at).toISOString().slice(11, 19);
}

function shorten(text, width) {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

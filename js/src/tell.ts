// The story of a turn in sentences: for `why`, and for the timeline of the demo.
import type { AttemptRecord, DecisionRecord, Outcome, SessionEntry } from './types.gen.js';

/** A duration for people: two units at most. */
export function tellDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${Number((ms / 1000).toFixed(1))} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return both(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? both(hours, 'h', minutes % 60, 'min') : both(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function both(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

/** A wire name as words. */
export function tellName(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Who was called, with which credential. */
export function tellWho({
  provider,
  model,
  profileId,
}: {
  provider: string;
  model: string;
  profileId?: string;
}): string {
  return profileId === undefined ? `${provider}/${model}` : `${provider}/${model} with ${profileId}`;
}

/** How an attempt ended, in one clause. */
export function tellEnd(attempt: AttemptRecord): string {
  if (attempt.outcome === 'succeeded') return 'answered';
  if (attempt.outcome === 'skipped')
    return `was skipped: ${attempt.skipped?.why ?? tellName(attempt.reason ?? 'no reason')}`;
  const parts = [tellName(attempt.reason ?? attempt.outcome ?? 'still running')];
  if (attempt.status !== undefined) parts.unshift(`HTTP ${attempt.status}`);
  if (attempt.retryAfterMs !== undefined) parts.push(`asked to wait ${tellDuration(attempt.retryAfterMs)}`);
  const rule = attempt.rule === undefined ? '' : ` [rule ${attempt.rule}]`;
  return `${attempt.outcome === 'cancelled' ? 'was cancelled' : 'failed'}: ${parts.join(', ')}${rule}`;
}

/** One attempt as a sentence. */
export function tellAttempt(attempt: AttemptRecord): string {
  const waited = attempt.waitedMs > 0 ? `After ${tellDuration(attempt.waitedMs)}, ` : '';
  return `${waited}${tellWho(attempt)} ${tellEnd(attempt)}.`;
}

/** A decision and what comes next, as a clause. */
export function tellDecision(record: DecisionRecord): string {
  const wait = record.until === undefined ? '' : ` in ${tellDuration(Math.max(record.until - record.at, 0))}`;
  const next =
    record.nextCandidateProvider === undefined
      ? ''
      : ` -> ${record.nextCandidateProvider}/${record.nextCandidateModel}`;
  return `${tellName(record.decision)}${next}${wait}`;
}

/** The whole turn. */
export function tellOutcome(outcome: Outcome): string[] {
  return [...outcome.attempts.map(tellAttempt), tellResult(outcome)];
}

function tellResult(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
      return `${tellWho({ ...outcome.candidate, ...profile(outcome.profileId) })} gave the answer${outcome.fellBack ? ', in place of the model that was asked for' : ''}.`;
    case 'exhausted':
      return outcome.summary.message;
    case 'surfaced':
      return `The error was handed on as it was${outcome.partial ? ', because part of the answer had been shown' : ''}.`;
    case 'needs_compaction':
      return 'The conversation is too long for every model that could be tried.';
    case 'switch_requested':
      return `The person switched to ${outcome.target.provider}/${outcome.target.model}.`;
    case 'aborted':
      return 'The caller gave the turn up.';
    case 'deadline':
      return 'The deadline of the turn passed.';
  }
}

function profile(profileId: string | undefined): { profileId?: string } {
  return profileId === undefined ? {} : { profileId };
}

/** What the store remembers of the last turn that did not go straight through. */
export function tellLast(last: SessionEntry['lastDecision']): string[] {
  if (last === undefined)
    return ['Nothing to tell: no turn of this session had to do anything but call its model once.'];
  const end = last.answeredBy === undefined ? [`The turn ended as ${tellName(last.outcome)}.`] : [];
  return [...last.attempts.map(tellLine), ...end];
}

/** A stored line holds model, profile, reason and rule; `-` stands for nothing. */
function tellLine(line: string): string {
  const [model, profile, reason, rule] = line.split(' ');
  if (model === undefined || profile === undefined || reason === undefined) return line;
  const who = profile === '-' ? model : `${model} with ${profile}`;
  if (reason === 'ok') return `${who} answered.`;
  if (rule === undefined || rule === '-') return `${who}: ${tellName(reason)}.`;
  return `${who} failed: ${tellName(reason)} [rule ${rule}].`;
}

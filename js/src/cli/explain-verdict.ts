// Why a verdict is what it is, for people: the deciding text, the winner, and the rules that lost.
import { tellName } from '../tell.js';
import type { Classification, ErrorSignal } from '../types.gen.js';
import { paint, type Io } from './io.js';

/** Characters of the text around the deciding span that are shown on each side. */
const AROUND = 60;

/** Nothing without `explain`. */
export function tellWhy(verdict: Classification, signal: ErrorSignal, io: Io): string[] {
  const { bold, dim } = paint(io.colour);
  const lines: string[] = [];
  if (verdict.why !== undefined) lines.push(`  why: ${verdict.why}`);
  if (verdict.evidence !== undefined) lines.push(...tellEvidence(verdict.evidence, verdict.preview ?? '', signal, io));
  const lost = verdict.lost ?? [];
  if (lost.length > 0) lines.push('  these rules would hold too:');
  for (const rule of lost) lines.push(`  lost: ${bold(rule.rule)} (${tellName(rule.reason)}) ${dim(`- ${rule.why}`)}`);
  return lines;
}

/** The deciding words, and where they stand. The text around them comes from the preview, which holds no secret. */
function tellEvidence(evidence: NonNullable<Classification['evidence']>, preview: string, signal: ErrorSignal, io: Io): string[] {
  const { field, start, end } = evidence;
  const value = at(signal, field);
  if (value === undefined) return [`  decided by ${field}: bytes ${start} to ${end}`];
  // The engine counts bytes of UTF-8.
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8');
  const span = bytes.subarray(start, end).toString('utf8');
  return [`  decided by ${field}: ${JSON.stringify(span)}`, ...inContext(preview, span, io)];
}

/** One line with the span marked: by colour on a terminal, by brackets elsewhere. Nothing when the preview lacks it. */
function inContext(preview: string, span: string, io: Io): string[] {
  const { bold, dim, red } = paint(io.colour);
  const from = preview.indexOf(span);
  if (span === '' || from < 0) return [];
  const left = [...preview.slice(0, from)];
  const right = [...preview.slice(from + span.length)];
  const head = `${left.length > AROUND ? '…' : ''}${left.slice(-AROUND).join('')}`;
  const tail = `${right.slice(0, AROUND).join('')}${right.length > AROUND ? '…' : ''}`;
  return [`    ${dim(head)}${io.colour ? bold(red(span)) : `[${span}]`}${dim(tail)}`];
}

/** The value at a path such as `causes[0].message`. */
function at(signal: ErrorSignal, path: string): unknown {
  return path.split(/[.[\]]+/).reduce<unknown>((value, part) => (part === '' ? value : (value as Record<string, unknown> | undefined)?.[part]), signal);
}

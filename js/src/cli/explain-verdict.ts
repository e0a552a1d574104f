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
  if (verdict.evidence !== undefined) lines.push(...tellEvidence(verdict.evidence, signal, io));
  const lost = verdict.lost ?? [];
  if (lost.length > 0) lines.push('  these rules would hold too:');
  for (const rule of lost) lines.push(`  lost: ${bold(rule.rule)} (${tellName(rule.reason)}) ${dim(`- ${rule.why}`)}`);
  return lines;
}

/** The deciding words, and where they stand with what is around them. */
function tellEvidence(evidence: NonNullable<Classification['evidence']>, signal: ErrorSignal, io: Io): string[] {
  const { field, start, end } = evidence;
  const value = at(signal, field);
  if (value === undefined) return [`  decided by ${field}: bytes ${start} to ${end}`];
  // The engine counts bytes of UTF-8.
  const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8');
  const part = (from: number, to: number): string => bytes.subarray(from, to).toString('utf8');
  const [before, span, after] = [part(0, start), part(start, end), part(end, bytes.length)];
  const lines = [`  decided by ${field}: ${JSON.stringify(span)}`];
  if (before + after !== '') lines.push(`    ${inContext(before, span, after, io)}`);
  return lines;
}

/** One line, the span marked: by colour on a terminal, by brackets elsewhere. */
function inContext(before: string, span: string, after: string, io: Io): string {
  const { bold, dim, red } = paint(io.colour);
  const left = [...oneLine(before)];
  const right = [...oneLine(after)];
  const head = `${left.length > AROUND ? '…' : ''}${left.slice(-AROUND).join('')}`;
  const tail = `${right.slice(0, AROUND).join('')}${right.length > AROUND ? '…' : ''}`;
  return `${dim(head)}${io.colour ? bold(red(oneLine(span))) : `[${oneLine(span)}]`}${dim(tail)}`;
}

/** Line ends and control characters would tear the line or colour it. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

/** The value at a path such as `causes[0].message`. */
function at(signal: ErrorSignal, path: string): unknown {
  return path.split(/[.[\]]+/).reduce<unknown>((value, part) => (part === '' ? value : (value as Record<string, unknown> | undefined)?.[part]), signal);
}

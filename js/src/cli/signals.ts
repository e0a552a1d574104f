// Text of a person as error signals: one JSON object, JSON Lines, or whatever an error looked like.
import { cut } from '../readers/text.js';
import { readError } from '../readers/error.js';
import type { ErrorSignal } from '../types.gen.js';

/** Fields of a signal; an object with any other is taken as something that was caught or received. */
const FIELDS = new Set([
  'provider',
  'model',
  'status',
  'code',
  'errorType',
  'name',
  'message',
  'body',
  'headers',
  'finishReason',
  'phase',
  'callerAborted',
  'callerTimedOut',
  'causes',
]);

/** The signals in a text, in order. Text that is no JSON is one body. */
export function readSignals(text: string): ErrorSignal[] {
  const trimmed = text.trim();
  const whole = parse(trimmed);
  if (whole !== undefined) return [toSignal(whole, trimmed)];
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parse);
  const allObjects = values.length > 1 && values.every((value) => typeof value === 'object' && value !== null);
  return allObjects ? values.map((value, index) => toSignal(value, lines[index] ?? '')) : [{ body: cut(trimmed) }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A signal as it is; what has a status and an unknown field as an error that was written out; else a body. */
function toSignal(value: unknown, text: string): ErrorSignal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { body: cut(text) };
  if (Object.keys(value).length > 0 && Object.keys(value).every((field) => FIELDS.has(field)))
    return value as ErrorSignal;
  const hasStatus = 'status' in value || 'statusCode' in value;
  return hasStatus ? readError(value) : { body: cut(text) };
}

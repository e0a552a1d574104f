// Anything that can be caught, as an error signal (H-5). This file looks; the engine judges.
import type { ErrorSignal, Phase } from '../types.gen.js';
import { readHeaders } from './headers.js';
import { firstText, get, isObject, status, text, toJson } from './safe.js';
import { cut } from './text.js';

/** Causes are followed to this depth, and this many nodes are looked at (C-2). */
const MAX_DEPTH = 8;
const MAX_NODES = 32;

/** What the reader is told besides the error. */
export interface ReadContext {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly phase?: Phase | undefined;
  readonly callerAborted?: boolean | undefined;
  readonly callerTimedOut?: boolean | undefined;
}

/** The signal of anything: an `Error`, an error of an SDK, a `Response`, a string, a signal, any object. */
export function readError(error: unknown, context: ReadContext = {}): ErrorSignal {
  const budget = { nodes: MAX_NODES, seen: new Set<object>() };
  return withContext(readNode(error, 0, budget) ?? {}, context);
}

/** Adds what only the caller knows; what the error says itself stays. */
export function withContext(signal: ErrorSignal, context: ReadContext): ErrorSignal {
  const known: ErrorSignal = {};
  if (context.provider !== undefined) known.provider = context.provider;
  if (context.model !== undefined) known.model = context.model;
  if (context.phase !== undefined) known.phase = context.phase;
  if (context.callerAborted === true) known.callerAborted = true;
  if (context.callerTimedOut === true) known.callerTimedOut = true;
  return { ...known, ...signal };
}

interface Budget {
  nodes: number;
  readonly seen: Set<object>;
}

function readNode(value: unknown, depth: number, budget: Budget): ErrorSignal | undefined {
  if (budget.nodes <= 0 || depth > MAX_DEPTH || value === undefined || value === null) return undefined;
  budget.nodes -= 1;
  if (!isObject(value)) return { message: cut(String(value)) };
  if (budget.seen.has(value)) return undefined;
  budget.seen.add(value);
  const signal = readObject(value);
  const causes = readCauses(value, depth, budget);
  return causes.length === 0 ? signal : { ...signal, causes };
}

function readCauses(value: object, depth: number, budget: Budget): ErrorSignal[] {
  const parts = [get(value, 'cause'), get(value, 'lastError'), ...listOf(value, 'errors'), ...listOf(value, 'causes')];
  const causes: ErrorSignal[] = [];
  for (const part of parts) {
    const read = readNode(part, depth + 1, budget);
    if (read !== undefined) causes.push(read);
  }
  return causes;
}

function listOf(value: object, name: string): unknown[] {
  const list = get(value, name);
  return Array.isArray(list) ? list.slice(0, MAX_NODES) : [];
}

/** Names under which clients keep the same thing. */
const STATUS = ['status', 'statusCode', 'status_code', 'httpStatus'];
const CODE = ['code', 'errorCode', 'error_code'];
const TYPE = ['type', 'errorType', 'error_type'];
const BODY = ['body', 'responseBody', 'rawBody'];

function readObject(value: object): ErrorSignal {
  const response = get(value, 'response');
  const metadata = get(value, '$metadata');
  const signal: ErrorSignal = {};
  const found = status(value, STATUS) ?? status(response, STATUS) ?? status(metadata, ['httpStatusCode']);
  if (found !== undefined) signal.status = found;
  if (!(value instanceof Error)) {
    put(signal, 'provider', text(value, 'provider'));
    put(signal, 'model', text(value, 'model'));
  }
  put(signal, 'code', codeOf(value));
  put(signal, 'errorType', firstText(value, TYPE));
  put(signal, 'name', nameOf(value));
  put(signal, 'message', text(value, 'message'));
  put(signal, 'body', bodyOf(value, response));
  put(signal, 'finishReason', firstText(value, ['finishReason', 'finish_reason', 'stop_reason']));
  const headers = readHeaders(get(value, 'headers') ?? get(value, 'responseHeaders') ?? get(response, 'headers'));
  if (headers !== undefined) signal.headers = headers;
  const phase = get(value, 'phase');
  if (typeof phase === 'string' && isPhase(phase)) signal.phase = phase;
  if (get(value, 'callerAborted') === true) signal.callerAborted = true;
  if (get(value, 'callerTimedOut') === true) signal.callerTimedOut = true;
  return signal;
}

/** The code; the numbers that `DOMException` inherited from old browsers say nothing. */
function codeOf(value: object): string | undefined {
  const found = firstText(value, CODE);
  return typeof DOMException !== 'undefined' && value instanceof DOMException ? undefined : found;
}

type TextField = 'provider' | 'model' | 'code' | 'errorType' | 'name' | 'message' | 'body' | 'finishReason';

function put(signal: ErrorSignal, field: TextField, value: string | undefined): void {
  if (value !== undefined && value !== '') signal[field] = cut(value);
}

const PHASES: readonly string[] = ['connect', 'request', 'headers', 'stream', 'completed'];

function isPhase(value: string): value is Phase {
  return PHASES.includes(value);
}

/** The name of the error; classes of SDKs that do not set one are asked for the name of their class. */
function nameOf(value: object): string | undefined {
  const own = text(value, 'name');
  if (own !== undefined && own !== '' && own !== 'Error') return own;
  if (!(value instanceof Error)) return own;
  return text(get(value, 'constructor'), 'name') ?? own;
}

/** The body that the provider sent, as text: raw where it is kept, else as the SDK parsed it. */
function bodyOf(value: object, response: unknown): string | undefined {
  const raw = firstText(value, BODY);
  if (raw !== undefined) return raw;
  const parsed =
    get(value, 'error') ?? get(value, 'body') ?? get(value, 'data') ?? get(response, 'data') ?? get(response, 'body');
  if (typeof parsed === 'string') return parsed;
  if (!isObject(parsed) || parsed instanceof Error || isStream(parsed)) return undefined;
  return toJson(isInner(parsed) ? { error: parsed } : parsed);
}

/** OpenAI's SDK keeps only what stood under `error`; the engine gets the payload as it came. */
function isInner(parsed: object): boolean {
  return (
    get(parsed, 'error') === undefined && get(parsed, 'type') !== 'error' && typeof get(parsed, 'message') === 'string'
  );
}

function isStream(value: object): boolean {
  return typeof get(value, 'getReader') === 'function' || typeof get(value, 'pipe') === 'function';
}

// A successful answer that is none: nothing in it, or an error payload under a good status (T-22).
import type { ErrorSignal } from '../types.gen.js';
import type { AnswerFacts } from '../ports.js';
import { get, isObject, text, toJson } from './safe.js';
import { cut } from './text.js';

/** Finish reasons with which a provider says that the response broke (C-12). */
const BROKEN = new Set(['error', 'abort', 'network_error', 'malformed_response']);

/** Looks at an answer in the shapes of the OpenAI and Anthropic APIs; anything else is the host's own and good. */
export function readAnswer(value: unknown): AnswerFacts {
  if (typeof value === 'string') return { empty: value.trim() === '' };
  if (!isObject(value)) return { empty: false };
  const payloadSignal = readPayload(value) ?? readFinish(value);
  if (payloadSignal !== undefined) return { empty: false, payloadSignal };
  return { empty: isEmptyChat(value) || isEmptyMessage(value) || isEmptyResponse(value) };
}

/** `{ error: { message, code or type } }` where the answer should be. */
function readPayload(value: object): ErrorSignal | undefined {
  const error = get(value, 'error');
  if (!isObject(error) || error instanceof Error || typeof get(error, 'message') !== 'string') return undefined;
  if (text(error, 'code') === undefined && text(error, 'type') === undefined) return undefined;
  if (Array.isArray(get(value, 'choices')) && listOf(value, 'choices').length > 0) return undefined;
  const body = toJson({ error });
  return { phase: 'completed', ...(body === undefined ? {} : { body: cut(body) }) };
}

function readFinish(value: object): ErrorSignal | undefined {
  const reason = text(listOf(value, 'choices')[0], 'finish_reason') ?? text(value, 'stop_reason');
  if (reason === undefined || !BROKEN.has(reason)) return undefined;
  const error = toJson(get(listOf(value, 'choices')[0], 'error'));
  return { phase: 'completed', finishReason: reason, ...(error === undefined ? {} : { body: cut(error) }) };
}

function listOf(value: unknown, name: string): unknown[] {
  const list = get(value, name);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** A chat completion none of whose choices says or calls anything. */
function isEmptyChat(value: object): boolean {
  if (!Array.isArray(get(value, 'choices'))) return false;
  return listOf(value, 'choices').every((choice) => !says(get(choice, 'message') ?? get(choice, 'delta')));
}

const SAYING = ['content', 'tool_calls', 'function_call', 'refusal', 'audio', 'reasoning_content', 'reasoning'];

function says(message: unknown): boolean {
  return SAYING.some((name) => {
    const part = get(message, name);
    return Array.isArray(part) ? part.length > 0 : typeof part === 'string' ? part !== '' : isObject(part);
  });
}

/** An Anthropic message without content. */
function isEmptyMessage(value: object): boolean {
  return (
    get(value, 'type') === 'message' && Array.isArray(get(value, 'content')) && listOf(value, 'content').length === 0
  );
}

/** A response of the Responses API without output. */
function isEmptyResponse(value: object): boolean {
  return (
    get(value, 'object') === 'response' && Array.isArray(get(value, 'output')) && listOf(value, 'output').length === 0
  );
}

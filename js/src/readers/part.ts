// One part of a stream: a sign of life, content, the end, or an error that came inside a good response.
import type { ErrorSignal } from '../types.gen.js';
import { get, isObject, text, toJson } from './safe.js';
import { cut } from './text.js';

/** What a part is. `known` is false for shapes that this file has never seen: they count as content. */
export interface PartFacts {
  readonly kind: 'lifecycle' | 'content' | 'end' | 'error';
  readonly known: boolean;
  readonly signal?: ErrorSignal;
}

const LIFECYCLE: PartFacts = { kind: 'lifecycle', known: true };
const CONTENT: PartFacts = { kind: 'content', known: true };
const END: PartFacts = { kind: 'end', known: true };

/** Event types that carry content, end a stream, or open and frame it. */
const CONTENT_TYPES = new Set(['content_block_delta']);
const END_TYPES = new Set(['message_stop', 'response.completed', 'response.incomplete']);
const FRAME_TYPES = new Set(['message_start', 'message_delta', 'content_block_start', 'content_block_stop', 'ping']);
const ERROR_TYPES = new Set(['error', 'response.failed']);

/** Looks at a part in the shapes of the OpenAI and Anthropic event streams. */
export function readPart(part: unknown): PartFacts {
  if (!isObject(part)) return { kind: part === '' || part === undefined ? 'lifecycle' : 'content', known: false };
  const type = text(part, 'type');
  if (type !== undefined && (ERROR_TYPES.has(type) || isObject(get(part, 'error')))) return failure(part);
  if (type !== undefined) return byType(type);
  if (Array.isArray(get(part, 'choices'))) return readChunk(part);
  return isObject(get(part, 'error')) ? failure(part) : { kind: 'content', known: false };
}

function byType(type: string): PartFacts {
  if (CONTENT_TYPES.has(type) || (type.startsWith('response.') && type.endsWith('.delta'))) return CONTENT;
  if (END_TYPES.has(type)) return END;
  if (FRAME_TYPES.has(type) || type.startsWith('response.')) return LIFECYCLE;
  return { kind: 'content', known: false };
}

/** A chunk of a chat completion: the first one usually carries the role only. */
function readChunk(part: object): PartFacts {
  const choices = get(part, 'choices') as unknown[];
  if (choices.some((choice) => text(choice, 'finish_reason') === 'error') || isObject(get(part, 'error')))
    return failure(part);
  if (choices.some((choice) => says(get(choice, 'delta')))) return CONTENT;
  return choices.some((choice) => text(choice, 'finish_reason') !== undefined) ? END : LIFECYCLE;
}

function says(delta: unknown): boolean {
  return (
    ['content', 'refusal', 'reasoning_content', 'reasoning'].some((name) => (text(delta, name) ?? '') !== '') ||
    callsTool(delta)
  );
}

function callsTool(delta: unknown): boolean {
  return Array.isArray(get(delta, 'tool_calls')) || isObject(get(delta, 'function_call'));
}

function failure(part: object): PartFacts {
  const body = toJson(part);
  return {
    kind: 'error',
    known: true,
    signal: { phase: 'stream', ...(body === undefined ? {} : { body: cut(body) }) },
  };
}

// Good answers over the wire formats of the two providers, whole and as event streams.

/** A whole answer. */
export function answerOf(provider, model, text) {
  const usage = { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 };
  if (provider === 'openai') {
    const message = { role: 'assistant', content: text, refusal: null };
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
      usage,
    };
  }
  const content = [{ type: 'text', text, citations: null }];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 8 },
  };
}

/** The events that carry these pieces of text; the end of the stream is left to the caller. */
export function eventsOf(provider, model, pieces) {
  if (provider === 'openai')
    return [chunk(model, { role: 'assistant', content: '' }), ...pieces.map((content) => chunk(model, { content }))];
  const message = { ...answerOf(provider, model, ''), content: [], stop_reason: null };
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
  ];
}

/** The events that end a stream properly. */
export function endOf(provider, model) {
  if (provider === 'openai') return [chunk(model, {}, 'stop'), 'data: [DONE]\n\n'];
  const usage = { output_tokens: 8 };
  return [
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }),
    event('message_stop', {}),
  ];
}

function chunk(model, delta, finish_reason = null) {
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}

function event(type, fields) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

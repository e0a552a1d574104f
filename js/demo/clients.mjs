// The callback of a turn: the real SDKs of the two providers, with their own retries switched off.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

/** Makes the call that an attempt asks for. `conversation` is what the user said. */
export function caller(baseURL, conversation, { stream = false, onText = () => {} } = {}) {
  return (attempt) =>
    (attempt.provider === 'anthropic' ? callAnthropic : callOpenAI)(attempt, baseURL, conversation, stream, onText);
}

async function callOpenAI(attempt, baseURL, conversation, stream, onText) {
  const client = new OpenAI({ apiKey: attempt.secret, baseURL: `${baseURL}/v1`, maxRetries: 0 });
  const body = { model: attempt.model, messages: conversation() };
  if (!stream)
    return (await client.chat.completions.create(body, { signal: attempt.signal })).choices[0].message.content;
  let text = '';
  for await (const part of await client.chat.completions.create(
    { ...body, stream: true },
    { signal: attempt.signal },
  )) {
    const piece = part.choices[0]?.delta.content ?? '';
    if (piece === '') continue;
    attempt.progress('text');
    onText(piece);
    text += piece;
  }
  return text;
}

async function callAnthropic(attempt, baseURL, conversation) {
  const client = new Anthropic({ apiKey: attempt.secret, baseURL, maxRetries: 0 });
  const body = { model: attempt.model, max_tokens: 500, messages: conversation() };
  const message = await client.messages.create(body, { signal: attempt.signal });
  return message.content.map((part) => part.text).join('');
}

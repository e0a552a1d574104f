// The real SDKs of OpenAI and Anthropic against a local server: what they throw is read right, and each call is one request.
import Anthropic from '@anthropic-ai/sdk';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { answerOf, endOf, eventsOf } from '../demo/replies.mjs';
import { attachedTo } from '../dist/index.js';
import { setUp } from './helpers.mjs';
import { events, json, provider } from './provider.mjs';

const config = {
  agents: { defaults: { model: { primary: 'openai/gpt-4.1', fallbacks: ['anthropic/claude-opus-4-5'] } } },
};
const messages = [{ role: 'user', content: 'hello' }];

function clients(url) {
  const openai = new OpenAI({ apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
  return {
    whole: (attempt) =>
      attempt.provider === 'openai'
        ? openai.chat.completions.create({ model: attempt.model, messages }, { signal: attempt.signal })
        : anthropic.messages.create({ model: attempt.model, max_tokens: 10, messages }, { signal: attempt.signal }),
    streamed: (attempt) =>
      attempt.provider === 'openai'
        ? openai.chat.completions.create({ model: attempt.model, messages, stream: true }, { signal: attempt.signal })
        : anthropic.messages.create(
            { model: attempt.model, max_tokens: 10, messages, stream: true },
            { signal: attempt.signal },
          ),
    openai,
    anthropic,
  };
}

/** What the SDK throws when the server plays `answer`. */
async function caught(kind, answer) {
  const server = await provider(answer);
  const { openai, anthropic } = clients(server.url);
  const call =
    kind === 'openai'
      ? openai.chat.completions.create({ model: 'm', messages })
      : anthropic.messages.create({ model: 'm', max_tokens: 10, messages });
  const error = await Promise.resolve(call).then(
    () => assert.fail('it should have failed'),
    (thrown) => thrown,
  );
  server.close();
  assert.equal(server.seen.length, 1, 'one call is one request');
  return error;
}

test('H-5: an OpenAI error brings status, headers, code and the payload as it came', async () => {
  const payload = {
    error: { message: 'Rate limit reached', type: 'requests', param: null, code: 'rate_limit_exceeded' },
  };
  const error = await caught('openai', (_, response) => json(response, 429, payload, { 'retry-after': '7' }));
  const { sw } = setUp();
  const verdict = sw.classify(error, { provider: 'openai' });
  assert.equal(verdict.reason, 'rate_limit');
  assert.equal(verdict.retryAfterMs, 7000);
  assert.equal(verdict.status, 429);
  assert.equal(verdict.code, 'rate_limit_exceeded');
});

test('H-5: an Anthropic error is judged by its payload, not by its status', async () => {
  const payload = {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' },
  };
  const error = await caught('anthropic', (_, response) => json(response, 400, payload));
  assert.equal(setUp().sw.classify(error, { provider: 'anthropic' }).reason, 'billing');
});

test('H-5: an HTML page, an empty body and a reset are read too', async () => {
  const { sw } = setUp();
  const page = await caught('openai', (_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
  });
  assert.equal(sw.classify(page, { provider: 'openai' }).reason, 'server_error');
  const empty = await caught('anthropic', (_, response) => json(response, 529, ''));
  assert.equal(sw.classify(empty, { provider: 'anthropic' }).reason, 'overloaded');
  const reset = await caught('openai', (request) => request.socket.destroy());
  assert.equal(sw.classify(reset, { provider: 'openai' }).reason, 'timeout');
});

test('T-4: one attempt is one request: nothing is sent twice behind the back of the engine', async () => {
  const server = await provider((_, response, n) => {
    if (n <= 2) json(response, 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
    else json(response, 200, answerOf('openai', 'gpt-4.1', 'hello'));
  });
  const { sw } = setUp({ config });
  const result = await sw.try({ sessionId: 's' }, clients(server.url).whole);
  server.close();
  assert.equal(result.kind, 'completed');
  assert.equal(result.value.choices[0].message.content, 'hello');
  assert.equal(server.seen.length, 3);
  assert.equal(result.attempts.length, 3);
});

test('H-4: stream hands parts out as they come, and recovers unseen before content', async () => {
  const server = await provider((request, response, n) => {
    if (n === 1) {
      // The role, and then an error event: the reader has seen nothing yet.
      events(response, [
        ...eventsOf('openai', 'gpt-4.1', []),
        'data: {"error":{"message":"Overloaded","type":"overloaded_error","code":null}}\n\n',
      ]);
      response.end();
    } else {
      events(response, [...eventsOf('openai', 'gpt-4.1', ['Hel', 'lo']), ...endOf('openai', 'gpt-4.1')]);
      response.end();
    }
  });
  const { sw } = setUp({ config });
  let text = '';
  for await (const part of sw.stream({ sessionId: 's' }, clients(server.url).streamed))
    text += part.choices[0]?.delta.content ?? '';
  server.close();
  assert.equal(text, 'Hello');
  assert.equal(server.seen.length, 2);
});

test('T-12: a stream that is cut after text is not asked for again', async () => {
  const server = await provider((request, response) => {
    events(response, eventsOf('openai', 'gpt-4.1', ['Hel', 'lo']));
    setTimeout(() => response.socket.destroy(), 50);
  });
  const { sw } = setUp({ config });
  let text = '';
  const error = await (async () => {
    for await (const part of sw.stream({ sessionId: 's' }, clients(server.url).streamed))
      text += part.choices[0]?.delta.content ?? '';
  })().catch((thrown) => thrown);
  server.close();
  assert.equal(text, 'Hello');
  assert.equal(server.seen.length, 1);
  assert.equal(attachedTo(error).partial, true);
  assert.equal(attachedTo(error).classification.reason, 'timeout');
});

test('T-14: a stream that ends without its terminal event has failed', async () => {
  const server = await provider((request, response) => {
    events(response, eventsOf('anthropic', 'claude-opus-4-5', ['Hel']));
    response.end();
  });
  const { sw } = setUp({ config: { agents: { defaults: { model: 'anthropic/claude-opus-4-5' } } } });
  const error = await (async () => {
    for await (const _ of sw.stream({ sessionId: 's' }, clients(server.url).streamed));
  })().catch((thrown) => thrown);
  server.close();
  assert.equal(attachedTo(error)?.classification.reason, 'timeout');
  assert.equal(server.seen.length, 1);
});

test('H-4: leaving a stream early gives the turn up and cancels the request', async () => {
  let closed = false;
  const server = await provider((request, response) => {
    events(response, eventsOf('openai', 'gpt-4.1', ['Hel']));
    response.on('close', () => (closed = true));
  });
  const { sw } = setUp({ config });
  for await (const part of sw.stream({ sessionId: 's' }, clients(server.url).streamed)) {
    if (part.choices[0]?.delta.content === 'Hel') break;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.close();
  assert.equal(closed, true);
  assert.equal(server.seen.length, 1);
});

test('T-21: each attempt has its own abort signal, and a cancelled request really ends', async () => {
  let closed = 0;
  const server = await provider((request, response, n) => {
    response.on('close', () => (closed += 1));
    if (n > 1) json(response, 200, answerOf('openai', 'gpt-4.1', 'hello'));
  });
  const { sw, clock } = setUp({ config: { ...config, failover: { timeouts: { default: { firstTokenMs: 3000 } } } } });
  const answer = sw.run({ sessionId: 's' }, clients(server.url).whole);
  while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  clock.advance(3000);
  assert.equal((await answer).choices[0].message.content, 'hello');
  server.close();
  assert.ok(closed >= 1);
  assert.equal(server.seen.length, 2);
});

// Anything that can be caught, as an error signal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, isHostFault, read, readAnswer, readFully, readPart } from '../dist/readers/index.js';

test('H-5: TypeError: fetch failed brings its cause chain', () => {
  const socket = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  const signal = read(new TypeError('fetch failed', { cause: socket }), { provider: 'alpha' });
  assert.equal(signal.name, 'TypeError');
  assert.equal(signal.message, 'fetch failed');
  assert.equal(signal.provider, 'alpha');
  assert.deepEqual(
    signal.causes.map(({ code }) => code),
    ['ECONNREFUSED'],
  );
});

test('H-5: an AggregateError brings its parts', () => {
  const parts = [4, 6].map((family) => Object.assign(new Error(`IPv${family}`), { code: 'ETIMEDOUT' }));
  const signal = read(new TypeError('fetch failed', { cause: new AggregateError(parts, '') }));
  assert.deepEqual(
    signal.causes[0].causes.map(({ message }) => message),
    ['IPv4', 'IPv6'],
  );
});

test('H-5: DOMException keeps its name; its old number is no code', () => {
  for (const name of ['AbortError', 'TimeoutError']) {
    const signal = read(new DOMException('The operation was aborted', name));
    assert.equal(signal.name, name);
    assert.equal(signal.code, undefined);
  }
});

test('H-5: a bare string, a number, null, undefined and a function are no trouble', () => {
  assert.deepEqual(read('HTTP 503'), { message: 'HTTP 503' });
  assert.deepEqual(read(42), { message: '42' });
  assert.deepEqual(read(null), {});
  assert.deepEqual(read(undefined), {});
  assert.equal(typeof read(() => 1), 'object');
  assert.deepEqual(read(Symbol('x')), { message: 'Symbol(x)' });
});

test('H-5: getters that throw and proxies that lie do no harm', () => {
  const nasty = {
    status: 500,
    get message() {
      throw new Error('no');
    },
    get headers() {
      throw new Error('no');
    },
  };
  assert.equal(read(nasty).status, 500);
  const all = {
    get: () => {
      throw new Error('no');
    },
    ownKeys: () => {
      throw new Error('no');
    },
    has: () => {
      throw new Error('no');
    },
  };
  assert.deepEqual(read(new Proxy({}, all)), {});
});

test('H-5: cycles end, and depth and nodes are bounded', () => {
  const loop = new Error('outer');
  loop.cause = new Error('inner', { cause: loop });
  loop.errors = [loop, loop];
  assert.deepEqual(
    read(loop).causes.map(({ message }) => message),
    ['inner'],
  );
  let deep = new Error('0');
  for (let n = 1; n < 1000; n++) deep = new Error(String(n), { cause: deep });
  assert.equal(depthOf(read(deep)), 9, 'the error and eight levels of causes');
  const wide = new AggregateError(
    Array.from({ length: 1000 }, (_, n) => new Error(String(n))),
    'wide',
  );
  assert.equal(read(wide).causes.length, 31);
});

function depthOf(signal) {
  return 1 + Math.max(0, ...(signal.causes ?? []).map(depthOf));
}

test('H-5: bodies with cycles and big integers become text', () => {
  const body = { error: { message: 'odd', n: 5n } };
  body.error.self = body;
  const { body: text } = read({ status: 400, body });
  assert.match(text, /"message":"odd"/);
});

test('H-5: shapes of other clients: AWS metadata, axios responses, plain header objects', () => {
  assert.equal(read({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } }).status, 429);
  const axios = Object.assign(new Error('Request failed with status code 503'), {
    code: 'ERR_BAD_RESPONSE',
    response: { status: 503, data: { error: { message: 'busy' } }, headers: { 'Retry-After': '3' } },
  });
  const signal = read(axios);
  assert.equal(signal.status, 503);
  assert.equal(signal.body, '{"error":{"message":"busy"}}');
  assert.deepEqual(signal.headers, { 'retry-after': '3' });
});

test('H-5: headers that identify the caller do not cross', () => {
  const signal = read({
    status: 401,
    headers: new Headers({ 'set-cookie': 'a=b', authorization: 'Bearer x', server: 's' }),
  });
  assert.deepEqual(signal.headers, { server: 's' });
});

test('C-2: a long text is cut to head and tail on character boundaries', () => {
  const encoder = new TextEncoder();
  for (const unit of ['a', 'é', '你', '🎉', 'x你', 'yz🎉']) {
    const text = unit.repeat(140_000);
    const bytes = encoder.encode(cut(text));
    assert.ok(bytes.length <= 65_536, `${unit}: ${bytes.length}`);
    assert.ok(bytes.length > 65_536 - 8, `${unit}: nothing is wasted`);
    assert.ok(!cut(text).includes('\ufffd'), `${unit}: no character is broken`);
    assert.equal(cut(text.slice(0, 100)), text.slice(0, 100));
  }
  const marked = `BEGIN${'m'.repeat(200_000)}END`;
  assert.ok(cut(marked).startsWith('BEGIN') && cut(marked).endsWith('END'));
});

test('C-2: lone surrogates are replaced, since JSON text cannot carry them', () => {
  assert.equal(cut('a\ud800b'), 'a\ufffdb');
  assert.equal(cut(`${'x'.repeat(70_000)}\ud800`).isWellFormed(), true);
});

test('H-4: classifyResponse reads at most 64 KiB of a clone, and the caller still has the body', async () => {
  const response = new Response('e'.repeat(300_000), { status: 500 });
  const { body } = await readFully(response);
  assert.ok(body.length <= 65_536);
  assert.equal((await response.text()).length, 300_000);
});

test('H-4: a body that never comes is waited for two seconds, then status and headers count', async () => {
  const stuck = new ReadableStream({ pull: () => new Promise(() => {}) });
  const before = Date.now();
  const signal = await readFully(new Response(stuck, { status: 503, headers: { 'retry-after': '5' } }));
  const took = Date.now() - before;
  assert.deepEqual(signal, { status: 503, phase: 'headers', headers: { 'retry-after': '5', ...signal.headers } });
  assert.ok(took >= 1900 && took < 4000, `${took} ms`);
});

test('H-4: a body that breaks off counts as far as it came', async () => {
  let sent = false;
  const broken = new ReadableStream({
    async pull(controller) {
      if (sent) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        controller.error(new Error('reset'));
      } else controller.enqueue(new TextEncoder().encode('{"error":{"message":"Over'));
      sent = true;
    },
  });
  const signal = await readFully(new Response(broken, { status: 529 }));
  assert.match(signal.body ?? '', /Over/);
});

test('T-22: empty answers and error payloads under a good status are seen', () => {
  const chat = (message, more = {}) => ({ choices: [{ message, finish_reason: 'stop', ...more }] });
  assert.equal(readAnswer(chat({ content: 'hi' })).empty, false);
  assert.equal(readAnswer(chat({ content: null })).empty, true);
  assert.equal(readAnswer(chat({ content: null, tool_calls: [{}] })).empty, false);
  assert.equal(readAnswer({ type: 'message', content: [] }).empty, true);
  assert.equal(readAnswer({ object: 'response', output: [] }).empty, true);
  assert.equal(readAnswer('  ').empty, true);
  for (const fine of [null, undefined, 0, { rows: [] }, { error: null, data: 1 }])
    assert.deepEqual(readAnswer(fine), { empty: false });
  const payload = readAnswer({ error: { message: 'Provider returned error', code: 502 } }).payloadSignal;
  assert.match(payload.body, /Provider returned error/);
  assert.equal(readAnswer(chat({ content: '' }, { finish_reason: 'error' })).payloadSignal.finishReason, 'error');
});

test('H-4: parts of a stream: framing is no content, an error event is a failure', () => {
  const kinds = (parts) => parts.map((part) => readPart(part).kind);
  assert.deepEqual(
    kinds([
      { type: 'message_start' },
      { type: 'ping' },
      { type: 'content_block_delta' },
      { type: 'message_stop' },
      { type: 'error', error: { type: 'overloaded_error' } },
    ]),
    ['lifecycle', 'lifecycle', 'content', 'end', 'error'],
  );
  const chunk = (delta, finish_reason = null) => ({ choices: [{ delta, finish_reason }] });
  assert.deepEqual(
    kinds([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'a' }),
      chunk({ tool_calls: [{}] }),
      chunk({}, 'stop'),
      { choices: [] },
    ]),
    ['lifecycle', 'content', 'content', 'end', 'lifecycle'],
  );
  assert.deepEqual(kinds(['text', '', { anything: 1 }]), ['content', 'lifecycle', 'content']);
});

test('T-2: mistakes of the program are told from failures of the network', () => {
  assert.equal(isHostFault(new TypeError('x.map is not a function')), true);
  assert.equal(isHostFault(new ReferenceError('y is not defined')), true);
  assert.equal(isHostFault(new TypeError('fetch failed')), false);
  assert.equal(isHostFault(new TypeError('terminated')), false);
  assert.equal(isHostFault(new SyntaxError('Unexpected token < in JSON')), false);
  assert.equal(isHostFault('text'), false);
});

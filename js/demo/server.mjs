// The providers of the demo, as a process of its own. It plays real errors out of tests/corpus over the wire formats of
// OpenAI and Anthropic, and prints one JSON line for each request: what it was shown, and what it sent.
import { createServer } from 'node:http';
import { answerOf, endOf, eventsOf } from './replies.mjs';
import { turns } from './turns.mjs';
import { readCorpus, responseOf } from './wire.mjs';

const corpus = readCorpus();
/** What each turn's provider has yet to do. */
const scripts = new Map(
  turns.map(({ id, server }) => [id, server.map((step) => ({ ...step, left: step.always ? Infinity : 1 }))]),
);
// The second process asks once more.
scripts.set('later', [{ key: 'plan', answer: 'Welcome back.', left: 1 }]);
let requests = 0;

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  serve(request, JSON.parse(text), response);
});

function serve(request, body, response) {
  const [, turn] = request.url.split('/');
  const provider = request.url.endsWith('/messages') ? 'anthropic' : 'openai';
  const secret = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '') ?? 'none';
  const key = secret.split('-').at(-1);
  const seen = { n: ++requests, turn, provider, key, model: body.model };
  const step = scripts.get(turn)?.find((one) => one.left > 0 && fits(one, seen));
  if (step === undefined)
    return send(
      response,
      seen,
      418,
      {},
      JSON.stringify({ error: { message: 'the script has no answer for this' } }),
      'no step of the script fits',
    );
  step.left -= 1;
  if (step.cut !== undefined) return cut(response, seen, step.cut);
  if (step.row === undefined) return answer(response, seen, step.answer, body.stream === true);
  const { status, headers, body: sent } = responseOf(corpus.get(step.row), provider);
  send(response, seen, status, { ...headers, ...step.headers }, sent, `corpus row ${step.row}`, step.headers);
}

function fits(step, seen) {
  return ['provider', 'key', 'model'].every((name) => step[name] === undefined || step[name] === seen[name]);
}

function send(response, seen, status, headers, body, what, extra = {}, shown = body) {
  report({ ...seen, status, what, headers: extra, body: shown });
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function answer(response, seen, text, streamed) {
  const { provider, model } = seen;
  if (!streamed)
    return send(response, seen, 200, {}, JSON.stringify(answerOf(provider, model, text)), 'a good answer', {}, text);
  report({ ...seen, status: 200, what: 'a good answer, as a stream', headers: {}, body: text });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end([...eventsOf(provider, model, [text]), ...endOf(provider, model)].join(''));
}

/** Text, and then the connection is gone. */
function cut(response, seen, pieces) {
  report({ ...seen, status: 200, what: 'a stream that breaks off', headers: {}, body: pieces.join('') });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(eventsOf(seen.provider, seen.model, pieces).join(''), () =>
    setTimeout(() => response.socket.destroy(), 50),
  );
}

function report(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

server.listen(0, '127.0.0.1', () => report({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));

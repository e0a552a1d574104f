// A provider for tests: answers by a function, and keeps every request that it saw.
import { createServer } from 'node:http';
import { once } from 'node:events';

/** Starts the server. `answer(request, response, n)` plays request number n, from 1. */
export async function provider(answer) {
  const seen = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ url: request.url, headers: request.headers, body });
    answer(request, response, seen.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, seen, close };
}

/** Sends JSON. */
export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Starts an event stream with these events and leaves it open. */
export function events(response, list) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(list.join(''));
}

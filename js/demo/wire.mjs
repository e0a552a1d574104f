// Rows of the corpus as the provider sent them: status, headers and a body in the provider's own format.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const JSON5 = createRequire(import.meta.url)('json5');
const FOLDER = new URL('../../tests/corpus/', import.meta.url);
const FILES = ['first-party.jsonl', 'gateways.jsonl', 'local-and-transport.jsonl'];

/** The rows by id. */
export function readCorpus() {
  const lines = FILES.flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').split('\n'));
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The response for a row. A row shows what a program printed; what the provider had sent stands inside it. */
export function responseOf(row, provider) {
  const body = payloadIn(row.body) ?? envelope(row, provider);
  return { status: row.status, headers: row.headers ?? {}, body: JSON.stringify(body) };
}

/** The JSON, or the Python form of it, inside a text. */
function payloadIn(text) {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const candidate = text.slice(start, closing(text, start) + 1);
    try {
      const found = JSON5.parse(candidate.replace(/: None\b/g, ': null'));
      if (isPayload(found)) return found;
    } catch {
      // Not a payload here: look further on.
    }
  }
  return undefined;
}

function isPayload(value) {
  return typeof value.error === 'object' || typeof value.message === 'string';
}

/** Where the brace that opens at `start` closes; strings are left out of the count. */
function closing(text, start) {
  let depth = 0;
  let quote = '';
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quote !== '') {
      if (c === '\\') i++;
      else if (c === quote) quote = '';
    } else if (c === '"') quote = c;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i;
  }
  return text.length;
}

/** A bare text goes where the provider puts its messages. */
function envelope(row, provider) {
  const message = row.body.replace(new RegExp(`^${row.status}\\s+`), '');
  if (provider === 'anthropic') return { type: 'error', error: { type: row.code ?? 'api_error', message } };
  return { error: { message, type: 'requests', param: null, code: row.code } };
}

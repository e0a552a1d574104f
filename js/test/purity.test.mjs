// The driver holds no policy: no status numbers, provider names, header names or reasons outside the files that look.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../src', import.meta.url));
const EXEMPT = ['readers', 'adapters', 'proxy'];
const GENERATED = ['types.gen.ts', 'types.ts'];

const REASONS = [
  'auth',
  'auth_permanent',
  'billing',
  'rate_limit',
  'overloaded',
  'timeout',
  'server_error',
  'tls_certificate',
  'model_not_found',
  'format',
  'context_overflow',
  'refusal',
  'session_expired',
  'empty_response',
  'no_error_details',
  'unclassified',
];
const PROVIDERS =
  /\b(openai|anthropic|google|gemini|openrouter|bedrock|azure|groq|mistral|ollama|deepseek|cohere|kilocode|vertex)\b/i;
const STATUS = /(?<![\d_.-])(4\d\d|5\d\d)(?![\d_.])/;

/** Source files with comments taken out. */
function sources() {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !EXEMPT.includes(name.split('/')[0]) && !GENERATED.includes(name))
    .map((name) => ({ name, text: withoutComments(readFileSync(join(root, name), 'utf8')) }));
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Constants that have nothing to do with HTTP, by file. */
const NUMBERS = { 'cli/corpus-score.ts': [], 'stores/memory.ts': ['500'], 'stores/sqlite.ts': ['500'] };

test('H-4: no status number outside the readers', () => {
  for (const { name, text } of sources()) {
    const found = [...text.matchAll(new RegExp(STATUS, 'g'))].map(([number]) => number);
    assert.deepEqual(
      found.filter((number) => !(NUMBERS[name] ?? []).includes(number)),
      [],
      name,
    );
  }
});

test('H-4: no provider name and no header of a wait outside the readers', () => {
  for (const { name, text } of sources()) {
    assert.doesNotMatch(text, PROVIDERS, name);
    assert.doesNotMatch(text, /retry-after/i, name);
  }
});

test('H-4: no reason of a failure outside the readers', () => {
  for (const { name, text } of sources()) {
    for (const reason of REASONS) assert.ok(!new RegExp(`['"\`]${reason}['"\`]`).test(text), `${name}: ${reason}`);
  }
});

test('Q-7: code files stay under 400 lines', () => {
  for (const folder of ['src', 'test', 'demo', 'scripts', 'bin']) {
    const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|mjs|js)$/.test(name) || name.endsWith('.gen.ts')) continue;
      const lines = readFileSync(join(path, name), 'utf8').split('\n').length;
      assert.ok(lines < 400, `${relative('.', join(path, name))}: ${lines} lines`);
    }
  }
});

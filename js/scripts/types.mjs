// Prints TypeScript types for the JSON Schema document in the file given as the only argument.
import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node scripts/types.mjs SCHEMA.json');
  process.exit(2);
}
const schema = JSON.parse(readFileSync(file, 'utf8'));
const text = await compile(schema, 'Wire', {
  additionalProperties: false,
  bannerComment: '// Generated from the Rust types by `cargo xtask types`. Do not edit.',
  format: true,
  style: { singleQuote: true, printWidth: 120 },
  unreachableDefinitions: true,
});
process.stdout.write(text);

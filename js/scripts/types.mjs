// Prints TypeScript types for the JSON Schema document in the file given as the only argument.
import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

/** @typedef {{ [keyword: string]: any }} Schema */

/** Keywords that say something about a value; a schema without any of them takes every JSON value. */
const CONSTRAINTS = ['type', '$ref', 'const', 'enum', 'oneOf', 'anyOf', 'allOf', 'properties'];

/**
 * The same schema in the form that the generator reads best.
 * @param {Schema | boolean} schema
 * @returns {Schema}
 */
function prepare(schema) {
  if (typeof schema === 'boolean') return { tsType: schema ? 'unknown' : 'never' };
  const { $ref, ...rest } = withoutNull(mapParts(schema));
  if ($ref !== undefined) return beside($ref, rest);
  return CONSTRAINTS.some((keyword) => keyword in rest) ? rest : { ...rest, tsType: 'unknown' };
}

/**
 * A reference with notes would be copied under a new name, so the notes go around it.
 * @param {string} $ref
 * @param {Schema} rest
 */
function beside($ref, rest) {
  const { description, default: _, ...narrower } = rest;
  if (Object.keys(narrower).length === 0) return description === undefined ? { $ref } : { description, allOf: [{ $ref }] };
  return { description, allOf: [{ $ref }, narrower] };
}

/**
 * Absent values are left out of results and may be left out of arguments, so no type needs `null`.
 * @param {Schema} schema
 * @returns {Schema}
 */
function withoutNull(schema) {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return { ...schema, type: types.length === 1 ? types[0] : types };
  }
  if (!schema.anyOf?.some((/** @type {Schema} */ part) => part.type === 'null')) return schema;
  const { anyOf, ...rest } = schema;
  const parts = anyOf.filter((/** @type {Schema} */ part) => part.type !== 'null');
  return parts.length === 1 ? prepare({ ...parts[0], ...rest }) : { ...rest, anyOf: parts };
}

/**
 * Prepares the schemas inside a schema.
 * @param {Schema} schema
 */
function mapParts(schema) {
  const out = { ...schema };
  for (const keyword of ['items', 'additionalProperties', 'propertyNames']) {
    if (typeof out[keyword] === 'object') out[keyword] = prepare(out[keyword]);
  }
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    if (keyword in out) out[keyword] = out[keyword].map(prepare);
  }
  if (out.properties) out.properties = mapValues(out.properties);
  return out;
}

/** @param {{ [name: string]: Schema }} schemas */
function mapValues(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, prepare(schema)]));
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node scripts/types.mjs SCHEMA.json');
  process.exit(2);
}
const { $defs } = JSON.parse(readFileSync(file, 'utf8'));
const names = Object.keys($defs);
/** @type {import('json-schema-to-typescript').JSONSchema} */
const root = {
  title: 'WireTypes',
  description: 'Every type that crosses the boundary of the core, by its name.',
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  required: names,
  additionalProperties: false,
  $defs: mapValues($defs),
};
const text = await compile(root, 'WireTypes', {
  additionalProperties: false,
  bannerComment: '// Generated from the Rust types by `cargo xtask types`. Do not edit.',
  style: { singleQuote: true, printWidth: 120 },
});
process.stdout.write(text);

// Puts the two small packages that dist needs into dist/vendor, so that the published package depends on nothing (H-3).
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist', 'vendor');
const packages = [
  { name: 'json5', entry: "export { default } from 'json5';", types: "export { default } from 'json5';\n" },
  { name: 'commander', entry: "export * from 'commander';", types: "export * from 'commander';\n" },
];

// commander is CommonJS and asks for Node's own modules.
const REQUIRE = "\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";

mkdirSync(out, { recursive: true });
for (const { name, entry, types } of packages) {
  const licence = readFileSync(join(root, 'node_modules', name, name === 'json5' ? 'LICENSE.md' : 'LICENSE'), 'utf8');
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'js' },
    outfile: join(out, `${name}.js`),
    bundle: true,
    format: 'esm',
    platform: name === 'json5' ? 'neutral' : 'node',
    mainFields: ['module', 'main'],
    target: 'es2022',
    banner: {
      js: `/*\n${name}\n\n${licence.trim().replaceAll('*/', '* /')}\n*/${name === 'commander' ? REQUIRE : ''}`,
    },
    logLevel: 'warning',
  });
  writeFileSync(join(out, `${name}.d.ts`), types);
}

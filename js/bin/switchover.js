#!/usr/bin/env node
// Starts the command line; says what to do when the package was not built yet.
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
const wasm = new URL('../dist/wasm/inline.js', import.meta.url);

if (existsSync(main) && existsSync(wasm)) {
  const { run } = await import(main.href);
  process.exitCode = await run(process.argv.slice(2));
} else {
  console.error(
    'switchover: this checkout is not built yet.\nRun `cargo xtask build` in the repository, then try again.',
  );
  process.exitCode = 3;
}

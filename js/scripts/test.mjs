// Runs node's own test runner over test/**/*.test.mjs; extra arguments go to the runner.
// The runner's own search differs between Node 20 and 22, so the list is made here.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.mjs'))
  .sort()
  .map((name) => join('test', name));
if (files.length === 0) {
  console.error('no test/**/*.test.mjs found');
  process.exit(1);
}
const run = spawnSync(process.execPath, ['--test', ...process.argv.slice(2), ...files], { cwd: root, stdio: 'inherit' });
process.exit(run.status ?? 1);

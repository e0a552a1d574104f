// The package itself: entry points, late binding, nothing required at run time.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as whole from '../dist/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

function node(code, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test('H-3: nothing is required at run time, nothing runs on install, types stand first', () => {
  assert.equal(manifest.dependencies, undefined);
  for (const script of ['preinstall', 'install', 'postinstall']) assert.equal(manifest.scripts[script], undefined);
  for (const target of Object.values(manifest.exports)) {
    if (typeof target === 'object') assert.equal(Object.keys(target)[0], 'types');
  }
});

test('H-3: every entry point exists', () => {
  const files = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  for (const file of files.filter((path) => !path.includes('*'))) assert.ok(existsSync(root + file), file);
  for (const store of ['memory', 'sqlite']) assert.ok(existsSync(`${root}dist/stores/${store}.d.ts`), store);
});

test('H-3: what is published is the built package, without sources and without the packages that were built in', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = JSON.parse(stdout)[0].files.map(({ path }) => path);
  for (const path of [
    'README.md',
    'bin/switchover.js',
    'dist/index.js',
    'dist/wasm/switchover.wasm',
    'dist/vendor/json5.js',
  ]) {
    assert.ok(paths.includes(path), path);
  }
  assert.deepEqual(
    paths.filter((path) => /^(src|test|demo|scripts|node_modules)\//.test(path)),
    [],
  );
});

test('H-3: the main entry needs no await between the error and the verdict', () => {
  const code = `import { createSwitchover } from 'switchover';
    const sw = createSwitchover({ config: {} });
    try { throw Object.assign(new Error('busy'), { status: 529 }); }
    catch (error) { console.log(sw.classify(error).reason); }`;
  assert.equal(node(code), 'overloaded');
});

test('H-3: slim says what is missing, and works once the host brought the module', () => {
  const code = `import { readFileSync } from 'node:fs';
    import { createSwitchover, initialize, initialized } from 'switchover/slim';
    try { createSwitchover({ config: {} }); } catch (error) { console.log(error.code, initialized()); }
    initialize(readFileSync(new URL(import.meta.resolve('switchover/switchover.wasm'))));
    console.log(initialized(), createSwitchover({ config: {} }).classify({ status: 529 }).reason);`;
  assert.equal(node(code), 'not_initialised false\ntrue overloaded');
});

test('H-4: errors carry a marker that survives two copies of the package', () => {
  const other = node(
    `import { HostError } from './dist/errors.js?copy'; console.log(HostError.isInstance(new HostError('x')));`,
  );
  assert.equal(other, 'true');
  const { FallbackSummaryError, SwitchoverError, PlanError } = whole;
  const error = new FallbackSummaryError({ message: 'm', remediation: [], reason: 'r', reasons: {} }, [], undefined);
  assert.ok(SwitchoverError.isInstance(error) && FallbackSummaryError.isInstance(error));
  assert.ok(
    !PlanError.isInstance(error) && !SwitchoverError.isInstance(new Error('x')) && !SwitchoverError.isInstance(null),
  );
  const copied = Object.assign(new Error('x'), {
    [Symbol.for('switchover.error')]: ['FallbackSummaryError', 'SwitchoverError'],
  });
  assert.ok(FallbackSummaryError.isInstance(copied));
});

test('P-1: a credential mark changes with the secret and cannot be turned back', () => {
  const { credentialMark } = whole;
  assert.match(credentialMark('sk-one'), /^[0-9a-f]{16}$/);
  assert.equal(credentialMark('sk-one'), credentialMark('sk-one'));
  assert.notEqual(credentialMark('sk-one'), credentialMark('sk-two'));
});

test('P-1: the hash behind the mark is SHA-256', async () => {
  const { sha256Hex } = await import('../dist/sha256.js');
  const { createHash } = await import('node:crypto');
  for (const text of ['', 'abc', 'ü'.repeat(60), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(1000)]) {
    assert.equal(sha256Hex(text), createHash('sha256').update(text).digest('hex'), String(text.length));
  }
});

test('H-2: an engine that broke is replaced, and the next call works', () => {
  const code = `import { createSwitchover } from 'switchover';
    import { replace } from './dist/bind.js';
    const sw = createSwitchover({ config: {} });
    sw.classify({ status: 429 });
    replace();
    console.log(sw.classify({ status: 529 }).reason);`;
  assert.equal(node(code), 'overloaded');
});

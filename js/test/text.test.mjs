// Texts are cut on both sides of the border, at the same places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSwitchover } from '../dist/index.js';

const NOW = Date.UTC(2026, 6, 1);

test('C-2: a text that the host cut gives the same verdict as one that the engine cut', () => {
  const sw = createSwitchover({ config: {}, clock: { now: () => NOW, timer: () => () => undefined } });
  for (const filler of ['x', 'é', '你', '🎉 ']) {
    for (const [head, tail] of [
      ['insufficient credits', ''],
      ['', 'maximum context length is 8192 tokens'],
      ['429 Too Many', 'try again in 20s'],
    ]) {
      const body = `${head} ${filler.repeat(100_000)} ${tail}`;
      assert.deepEqual(
        sw.classify({ status: 400, body }),
        sw.classifySignal({ status: 400, body }),
        `${filler} ${head} ${tail}`,
      );
    }
  }
});

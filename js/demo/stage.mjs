// The processes of the demo: a server of its own, and clocks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { systemClock, VirtualClock } from '../dist/index.js';

/** Starts the server process. Answers its address and a function that gives the lines it printed since the last time. */
export async function startServer() {
  const child = spawn(process.execPath, [new URL('server.mjs', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line)));
  while (lines.length === 0) await once(reader, 'line');
  const { port } = lines.shift();
  return {
    url: `http://127.0.0.1:${port}`,
    /** Waits until that many requests of the turn were printed, and a moment longer for one too many. */
    async saw(turn, count) {
      while (lines.filter((line) => line.turn === turn).length < count) await once(reader, 'line');
      await new Promise((resolve) => setTimeout(resolve, 30));
      return lines.filter((line) => line.turn === turn);
    },
    stop: () => child.disconnect(),
  };
}

/** A clock that stands at `start`, can be set forward, and jumps over waits; or one that really waits. */
export function makeClock(start, realTime) {
  if (!realTime) return new VirtualClock(start);
  let offset = start - Date.now();
  return {
    now: () => Date.now() + offset,
    timer: (at, wake, hint) => systemClock.timer(at - offset, wake, hint),
    advance: (ms) => void (offset += ms),
  };
}

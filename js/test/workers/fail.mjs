// A program whose calls all fail with an overload, each in a turn of its own, against a shared SQLite file.
import { createSwitchover, VirtualClock } from '../../dist/index.js';
import { sqliteStore } from '../../dist/stores/sqlite.js';

const [file, n, times] = process.argv.slice(2);
const clock = new VirtualClock(Date.UTC(2026, 6, 1) + Number(n));
const config = {
  agents: { defaults: { model: 'alpha/one' } },
  failover: { recovery: { mode: 'off' }, overloadReplay: { max: 0 }, store: { timeoutMs: 5000 } },
};
const store = sqliteStore({ file, busyTimeoutMs: 4000 });
const sw = createSwitchover({ config, store, clock, secrets: {}, log: (line) => console.error(line.message) });
let calls = 0;
const busy = () => {
  calls += 1;
  throw Object.assign(new Error('529 Overloaded'), { status: 529 });
};
for (let turn = 0; turn < Number(times); turn++) {
  await sw.try({ sessionId: `s${n}-${turn}` }, busy);
  // Past the cooldown, so that the next turn calls again.
  clock.advance(400_000);
}
await sw.close();
process.send?.(calls);
process.disconnect?.();

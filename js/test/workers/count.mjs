// Adds one to a record, many times, against other processes that do the same.
import { sqliteStore } from '../../dist/stores/sqlite.js';

const [file, times] = process.argv.slice(2);
const store = sqliteStore({ file, busyTimeoutMs: 5000 });
let [entry] = await store.load(['counter']);
for (let done = 0; done < Number(times);) {
  const stored = await store.compareAndSet('counter', { n: entry.value.n + 1 }, entry.version);
  if (stored.ok) done += 1;
  entry = stored.ok ? (await store.load(['counter']))[0] : stored.conflict;
}
await store.close();

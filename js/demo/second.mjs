// Another process with the same store: what the first one learned is still known.
import { createSwitchover } from '../dist/index.js';
import { sqliteStore } from '../dist/stores/sqlite.js';
import { caller } from './clients.mjs';
import { config, profiles, secrets } from './config.mjs';
import { clockTime, health, heading, idOf } from './print.mjs';
import { makeClock } from './stage.mjs';

const [file, url, now, later] = process.argv.slice(2);
const clock = makeClock(Number(now), false);
const store = sqliteStore({ file });
const sw = createSwitchover({ config, profiles, secrets, store, clock, seed: 7 });

heading(9, {
  title: 'Another process opens the same store',
  story: 'It is a new program that shares only the SQLite file with the first one. It knows the pins and the windows.',
});
const { entries } = await store.list('');
console.log(`   It is ${clockTime(clock.now())}. Credentials:`);
health(entries, clock.now());
console.log('\n   Sessions and the credential that each is pinned to:');
for (const { key, value } of entries.filter((entry) => entry.key.startsWith('session/'))) {
  console.log(`     ${idOf(key).padEnd(17)} ${value.authProfileOverride ?? 'none'}`);
}
console.log('\n   What happened in session "essay":');
for (const sentence of await sw.why('essay')) console.log(`     ${sentence}`);

clock.advance(Number(later) - Number(now));
let used;
const call = caller(`${url}/later`, () => [{ role: 'user', content: 'hello again' }]);
const answer = await sw.run({ agentId: 'coder', sessionId: 'chat' }, (attempt) => {
  used = attempt.profileId;
  return call(attempt);
});
console.log(
  `\n   At ${clockTime(clock.now())} the window of the subscription is over. Session "chat" goes on with ${used}, to which it is`,
);
console.log(`   still pinned, and gets: "${answer}"\n`);
await sw.close();

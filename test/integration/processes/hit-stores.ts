import { chooseSharedState } from '../../../service/src/shared-state/shared-state.js';
import { Database } from '../../../service/src/database/database.js';
import { RedisConnection } from '../../../service/src/redis/redis-connection.js';

// Arguments: redis or database, its address (a folder for SQLite), the Redis prefix, when to begin (epoch ms).
const [place, address = '', prefix = '', begin] = process.argv.slice(2);
const database = new Database(
  address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
);
const redis = place === 'redis' ? new RedisConnection({ url: address, prefix, log: console }) : null;
if (place === 'database') await database.onInit();
const { throttle, idempotency } = chooseSharedState({ SHARED_STATE: place as 'redis' | 'database' }, redis, database);

await new Promise((resolve) => {
  setTimeout(resolve, Number(begin) - Date.now());
});
const counts: number[] = [];
const states: string[] = [];
const answer = { status: 201, headers: [], body: '' };
const claim = async (key: string) =>
  'runOnce' in idempotency!
    ? idempotency.runOnce({ key, fingerprint: 'print', ttlSeconds: 600 }, async () => answer)
    : idempotency!.claim(key, 'print', 600);
for (let round = 0; round < 100; round += 1) {
  const [hit, { state }] = await Promise.all([throttle!.hit('budget', 600), claim(`key ${round}`)]);
  counts.push(hit.count);
  states.push(state);
}
console.log(JSON.stringify({ counts, states }));
await redis?.close();
await database.onShutdown();

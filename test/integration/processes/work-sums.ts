import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../service/src/database/database.js';
import { DatabaseJobQueue } from '../../../service/src/jobs/database-job-queue.js';
import { RedisJobQueue } from '../../../service/src/jobs/redis-job-queue.js';
import { RedisConnection } from '../../../service/src/redis/redis-connection.js';

// Arguments: the queue's address (redis://, postgres:// or a folder), Redis prefix, the queue's name, a job's length.
const [address = '', prefix = '', name = '', takes] = process.argv.slice(2);
const policy = { concurrency: 1, attempts: 3, backoffMs: 20, leaseMs: 1_000, keepMs: 60_000, pollMs: 20 };

async function openQueue() {
  if (address.startsWith('redis'))
    return new RedisJobQueue<unknown, number>({
      name,
      policy,
      redis: new RedisConnection({ url: address, prefix, log: console }),
    });
  const database = new Database(
    address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
  );
  await database.onInit();
  return new DatabaseJobQueue<unknown, number>({ name, policy, database, log: console });
}

const queue = await openQueue();
queue.startWorker(async (payload) => {
  console.log(JSON.stringify({ begun: payload }));
  await sleep(Number(takes));
  return process.pid;
});

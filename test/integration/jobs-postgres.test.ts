import { afterAll, describe } from 'vitest';
import { DatabaseJobQueue } from '../../service/src/jobs/database-job-queue.js';
import { describeJobQueue, type Sum, type Total } from '../../service/src/jobs/job-queue.suite.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('jobs on PostgreSQL', async () => {
  if (!testDatabaseUrl) return;
  const schema = await createOwnSchema();
  const database = await schema.open();
  afterAll(async () => {
    await database.onShutdown();
    await schema.drop();
  });

  describeJobQueue(
    'PostgreSQL',
    (name, policy) => new DatabaseJobQueue<Sum, Total>({ name, database, policy, log: { warn: () => {} } }),
  );
});

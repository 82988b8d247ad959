import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { ImagesModule } from '../images/images-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { JobsModule } from './jobs-module.js';
import { startWorker } from './start-worker.js';

const modules = [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule, JobsModule];

it('a separate worker does the jobs of a service that works none, whatever its own JOBS_WORKER says', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(folder.remove);
  const env = { DATA_DIR: folder.path, JOBS_WORKER: 'off', LOG_LEVEL: 'silent' };
  const service = await startServiceForTest(modules, env);
  const { body } = await service.send('POST', '/jobs/thumbnails', { width: 16 });
  const worker = await startWorker({ env, cwd: folder.path, configFile: null });
  onTestFinished(() => worker.close());
  expect(worker.parts.map(({ part }) => part)).toEqual(['database', 'jobs']);
  let job: unknown;
  do {
    await sleep(50);
    job = (await service.send('GET', `/jobs/thumbnails/${body.id}`)).body;
  } while ((job as { state: string }).state !== 'completed');
  expect(job).toMatchObject({ result: { width: 16, format: 'webp' } });
});

it('a worker with wrong settings does not start, and says what is wrong', async () => {
  const start = startWorker({
    env: { JOBS_ATTEMPTS: 'often', REDIS_URL: 'http://127.0.0.1' },
    cwd: '.',
    configFile: null,
  });
  await expect(start).rejects.toThrow(/JOBS_ATTEMPTS[\s\S]*REDIS_URL|REDIS_URL[\s\S]*JOBS_ATTEMPTS/);
});

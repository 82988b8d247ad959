import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest, startTestService } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { ImagesModule } from '../images/images-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { JobsModule } from './jobs-module.js';
import { describeJobsRoutes } from './jobs-routes.suite.js';

const modules = [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule, JobsModule];

describeJobsRoutes('SQLite', () => startTestService(modules));

it('jobs wait where the worker is switched off', async () => {
  const service = await startServiceForTest(modules, { JOBS_WORKER: 'false' });
  const { body } = await service.send('POST', '/jobs/thumbnails', {});
  await new Promise((resolve) => {
    setTimeout(resolve, 700);
  });
  expect((await service.send('GET', `/jobs/thumbnails/${body.id}`)).body).toMatchObject({
    state: 'waiting',
    result: null,
  });
});

it('a job that failed for good says so, and leaves the cause to the log', async () => {
  const service = await startServiceForTest(modules, {
    IMAGES_CONCURRENCY: '1',
    IMAGES_QUEUE_LIMIT: '0',
    JOBS_CONCURRENCY: '8',
    JOBS_ATTEMPTS: '1',
  });
  const receipts = await Promise.all(
    Array.from({ length: 16 }, () => service.send('POST', '/jobs/thumbnails', { width: 512, format: 'avif' })),
  );
  const readFailed = async () => {
    const jobs = await Promise.all(receipts.map(({ body }) => service.send('GET', `/jobs/thumbnails/${body.id}`)));
    return jobs.map(({ body }) => body as unknown as { state: string }).filter(({ state }) => state === 'failed');
  };
  await expect.poll(readFailed).not.toEqual([]);
  const [failed] = await readFailed();
  expect(failed).toMatchObject({
    result: null,
    failedReason: 'The thumbnail could not be rendered. The service log says why.',
  });
  expect(service.log.join('\n')).toContain('A thumbnail could not be rendered');
});

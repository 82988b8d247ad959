import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { ImagesModule } from '../images/images-module.js';
import { JobsModule } from '../jobs/jobs-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { runCommand, startCommand } from '../testing/run-command.js';

const modules = [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule, JobsModule];

async function openFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** A worker in this process that has said that it is ready. */
async function startWorker(
  argv: readonly string[],
  surroundings: { readonly cwd: string; readonly env: Record<string, string> },
) {
  const worker = startCommand(['worker', ...argv], surroundings);
  await expect.poll(() => worker.written.stdout).toContain('ready');
  return worker;
}

it('svc worker says what it is connected to, works the jobs of a service, and ends with 0', async () => {
  const cwd = await openFolder();
  const env = { DATA_DIR: cwd, JOBS_WORKER: 'off', LOG_LEVEL: 'silent' };
  const service = await startServiceForTest(modules, env);
  const { body } = await service.send('POST', '/jobs/thumbnails', { width: 16, format: 'heic' });
  const worker = await startWorker(['--concurrency', '3'], { cwd, env });
  expect(worker.written.stdout).toBe(
    [
      'The worker is ready.',
      `  database   embedded: SQLite in ${cwd}`,
      '  jobs       embedded: a queue in the database, processed by svc worker',
      '  at a time  3',
      '',
    ].join('\n'),
  );
  const status = async () => (await service.send('GET', `/jobs/thumbnails/${body.id}`)).body;
  await expect.poll(status).toMatchObject({ state: 'completed', result: { width: 16, format: 'heic' } });
  expect(await worker.stop('SIGTERM')).toBe(0);
  expect(worker.written.stderr).toBe('');
});

it('svc worker finishes the jobs at hand before it ends', async () => {
  const cwd = await openFolder();
  const env = { DATA_DIR: cwd, JOBS_WORKER: 'off', LOG_LEVEL: 'silent' };
  const service = await startServiceForTest(modules, env);
  const jobs: unknown[] = [];
  for (let count = 0; count < 6; count += 1)
    jobs.push((await service.send('POST', '/jobs/thumbnails', { width: 128, format: 'avif' })).body.id);
  const states = async () =>
    Promise.all(
      jobs.map(
        async (id) =>
          ((await service.send('GET', `/jobs/thumbnails/${id}`)).body as unknown as { state: string }).state,
      ),
    );
  const worker = await startWorker(['--concurrency', '2'], { cwd, env });
  await expect.poll(states, { interval: 5 }).toContain('active');
  expect(await worker.stop('SIGINT')).toBe(0);
  const left = await states();
  expect(left).not.toContain('active');
  expect(left).toContain('completed');
});

it('svc worker touches the file of --heartbeat, and does not start where it cannot', async () => {
  const cwd = await openFolder();
  const env = { DATA_DIR: cwd, LOG_LEVEL: 'silent' };
  const worker = await startWorker(['--heartbeat', 'alive'], { cwd, env });
  expect(existsSync(join(cwd, 'alive'))).toBe(true);
  expect(await worker.stop('SIGTERM')).toBe(0);
  const refused = await runCommand(['worker', '--heartbeat', 'no/such/folder'], { cwd, env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^--heartbeat: ENOENT/);
});

it('svc worker says all that is wrong with the settings, and does not start', async () => {
  const { code, stdout, stderr } = await runCommand(['worker'], {
    cwd: await openFolder(),
    env: { JOBS_ATTEMPTS: 'often', REDIS_URL: 'http://127.0.0.1' },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('JOBS_ATTEMPTS is "often"');
  expect(stderr).toContain('REDIS_URL is "http://127.0.0.1"');
});

it('svc worker does not start without its database', async () => {
  const cwd = await openFolder();
  const env = {
    DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/svc',
    AUTH_SECRET: 'a secret of at least thirty-two characters',
    LOG_LEVEL: 'silent',
  };
  const { code, stdout, stderr } = await runCommand(['worker'], { cwd, env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^PostgreSQL at postgres:\/\/svc:\*{4}@127\.0\.0\.1:1\/svc does not respond: /);
});

it.each(['0', '65', '-1', '2.5', '1e1', 'many', ''])('svc worker --concurrency %j is bad usage', async (number) => {
  const { code, stderr } = await runCommand(['worker', `--concurrency=${number}`], {
    cwd: join('no', 'such', 'folder'),
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `--concurrency ${JSON.stringify(number)} is not a number of jobs. Write 1 to 64.\n`,
  });
});

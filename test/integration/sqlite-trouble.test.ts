import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { ServeProcess } from './serve-process.js';
import { fillDisk, mountSmallDisk } from './small-disk.js';

async function startIn(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const service = await ServeProcess.start({ DATA_DIR: folder, LOG_LEVEL: 'fatal', ...settings });
  onTestFinished(async () => void (await service.stop('SIGKILL')));
  return service;
}

it('a full disk is 503 and not ready, loses nothing, and recovers by itself', async ({ skip }) => {
  const disk = await mountSmallDisk();
  if (disk === null) skip('This user may not mount a small disk.');
  const service = await startIn(disk!, { SHARED_STATE: 'database' });
  const create = (memo: string) => service.send('POST', '/ledger', { memo, amount: 1 });
  const statuses = new Set<number>();
  let acknowledged = 0;
  const writeMany = async () => {
    for (let count = 0; count < 100; count += 1) {
      const { status } = await create('x'.repeat(60));
      statuses.add(status);
      if (status === 201) acknowledged += 1;
    }
  };
  await writeMany();
  expect([...statuses]).toEqual([201]);

  const filler = await fillDisk(disk!);
  await writeMany();
  const file = { content: 'x'.repeat(60_000) };
  expect((await service.send('PUT', '/files/object?key=a.txt', file)).status).toBe(503);
  expect([...statuses].toSorted()).toEqual([201, 503]);
  expect(await service.send('GET', '/health/ready')).toMatchObject({
    status: 503,
    body: { checks: [{ name: 'database', state: 'down' }, { name: 'files', state: 'down' }, {}, {}] },
  });
  expect((await service.send('GET', '/health/live')).status).toBe(200);
  expect((await service.send('GET', '/ledger')).status).toBe(200);

  await rm(filler);
  expect((await service.send('GET', '/health/ready')).status).toBe(200);
  statuses.clear();
  await writeMany();
  expect([...statuses]).toEqual([201]);
  expect((await service.send('PUT', '/files/object?key=a.txt', file)).status).toBe(200);
  expect(await service.send('GET', '/ledger')).toMatchObject({ body: { balance: acknowledged } });
});

it('a process that holds the write lock stops neither the event loop nor reads, and costs writes a 503 in time', async () => {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const service = await startIn(folder.path, { DATABASE_TIMEOUT_MS: '1000' });
  const other = new DatabaseSync(join(folder.path, 'svc.sqlite'));
  onTestFinished(() => other.close());
  other.exec('begin immediate');

  const times: number[] = [];
  let isHeld = true;
  const watch = (async () => {
    while (isHeld) {
      const start = performance.now();
      expect((await service.send('GET', '/health/live')).status).toBe(200);
      expect((await service.send('GET', '/users')).status).toBe(200);
      times.push(performance.now() - start);
      await sleep(20);
    }
  })();
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    const writes = Array.from({ length: 5 }, (_, index) =>
      service.send('POST', '/users', { name: `${round} ${index}` }),
    );
    for (const { status, headers, body } of await Promise.all(writes))
      expect([status, headers.get('Retry-After'), body['code']]).toEqual([503, '1', 'database-unavailable']);
    // One after another they would take five seconds.
    expect(performance.now() - start).toBeLessThan(4_500);
  }
  const late = service.send('POST', '/users', { name: 'late' });
  await sleep(200);
  other.exec('commit');
  expect((await late).status).toBe(201);
  isHeld = false;
  await watch;
  // One read may be late on a busy machine; all are where the event loop waits for the lock.
  expect(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(1_000);
  expect((await service.send('GET', '/users')).body).toMatchObject([{ name: 'late' }]);
});

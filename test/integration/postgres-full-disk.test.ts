import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { ServeProcess } from './serve-process.js';
import { fillDisk, mountSmallDisk } from './small-disk.js';

/** The address of the schema with its tables on a small disk; null where the server cannot use the disks of this machine. */
async function moveToDisk(schema: OwnSchema, disk: string): Promise<string | null> {
  const name = `${schema.name}_disk`;
  try {
    await promisify(execFile)('chown', ['postgres', disk]);
    await schema.query(`create tablespace ${name} location '${disk}'`);
  } catch {
    return null;
  }
  onTestFinished(async () => {
    await schema.query(`drop schema ${schema.name} cascade`);
    await schema.query(`drop tablespace ${name}`);
    await schema.query(`create schema ${schema.name}`);
  });
  const url = new URL(schema.url);
  url.searchParams.set('options', `-c search_path=${schema.name} -c default_tablespace=${name}`);
  return url.href;
}

describe.skipIf(!testDatabaseUrl)('a full disk of PostgreSQL', () => {
  it('is 503 and not ready, loses nothing, and recovers by itself', async ({ skip }) => {
    const disk = await mountSmallDisk({ megabytes: 8 });
    if (disk === null) return skip('This user may not mount a small disk.');
    const schema = await createOwnSchema();
    onTestFinished(() => schema.drop());
    const url = await moveToDisk(schema, disk);
    if (url === null) return skip('The server cannot use the disks of this machine.');
    const service = await ServeProcess.start({
      DATABASE_URL: url,
      AUTH_SECRET: 'a secret of more than 32 characters',
      LOG_LEVEL: 'fatal',
    });
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    const write = async () => (await service.send('POST', '/ledger', { memo: 'x'.repeat(60), amount: 1 })).status;
    const ready = async () => (await service.send('GET', '/health/ready')).status;
    let acknowledged = 0;
    const writeUntil = async (expected: number) => {
      for (let count = 0; count < 500; count += 1) {
        const status = await write();
        if (status === 201) acknowledged += 1;
        if (status === expected) return;
        expect(status).toBe(201);
      }
      throw new Error(`No write was ${expected}.`);
    };

    await writeUntil(201);
    const filler = await fillDisk(disk);
    expect(await ready()).toBe(200);
    await writeUntil(503);
    for (let time = 0; time < 2; time += 1)
      expect(await service.send('GET', '/health/ready')).toMatchObject({
        status: 503,
        body: { checks: [{ name: 'database', state: 'down' }, { state: 'up' }, {}, {}] },
      });
    expect((await service.send('GET', '/ledger')).status).toBe(200);

    await rm(filler);
    expect(await ready()).toBe(200);
    await writeUntil(201);
    expect(await service.send('GET', '/ledger')).toMatchObject({ body: { balance: acknowledged } });
  });
});

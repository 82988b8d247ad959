import { sqlUsageStore } from '@svckit/stores';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../service/src/database/database.js';
import { databases } from './each-database.js';
import { bundle, Process } from './start-process.js';

let script: string;
beforeAll(async () => {
  script = await bundle(new URL('processes/count-calls.ts', import.meta.url));
});

async function start(address: string) {
  const process = new Process(script, [address]);
  onTestFinished(() => process.kill());
  const url = await process.next<string>();
  return {
    process,
    call: async (version: string, user: string, times: number) => {
      for (let index = 0; index < times; index += 1)
        await fetch(`${url}/v${version}/users`, { headers: { 'x-user': user } });
    },
    stop: async () => {
      const exited = once(process.child, 'exit');
      process.child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readUsage(address: string): Promise<Record<string, number>> {
  const database = new Database(
    address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
  );
  await database.onInit();
  const { counts } = await sqlUsageStore(database.kysely).read({});
  await database.onShutdown();
  return Object.fromEntries(counts.map(({ version, consumer, calls }) => [`${version} ${consumer}`, calls]));
}

describe.each(databases)('calls counted in %s', (_name, isThere, open) => {
  it.skipIf(!isThere)('by two processes add up exactly', { timeout: 60_000 }, async () => {
    const address = await open();
    const [one, other] = [await start(address), await start(address)];
    await Promise.all([
      one.call('1', 'ada', 70),
      one.call('2', 'grace', 30),
      other.call('1', 'ada', 50),
      other.call('1', 'grace', 11),
      wait(10_000).then(() => Promise.all([one.call('1', 'ada', 5), other.call('1', 'ada', 5)])),
    ]);
    await Promise.all([one.stop(), other.stop()]);
    expect(await readUsage(address)).toEqual({ '1 ada': 130, '1 grace': 11, '2 grace': 30 });
  });

  it.skipIf(!isThere)('survive a kill, but for those of the last ten seconds', { timeout: 60_000 }, async () => {
    const address = await open();
    const { process, call } = await start(address);
    await call('1', 'ada', 40);
    await wait(10_000);
    await call('1', 'late', 10);
    await process.kill();
    const { '1 ada': early, '1 late': late = 0 } = await readUsage(address);
    expect(early).toBe(40);
    expect(late).toBeLessThanOrEqual(10);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerLoad } from '../lab/ledger-load.js';
import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import { until } from '../lab/until.js';
import type { Scenario } from '../scenario.js';

export const sqliteLock: Scenario = {
  name: 'sqlite-lock',
  summary:
    'Another process holds the write lock of SQLite: the service stays alive and reads, and writes are 503 in time.',
  async run(context) {
    const [holdSeconds, rounds] = context.scale === 'long' ? [15, 4] : [3, 1];
    const { service, tally, send } = await openService(context, {
      settings: { DATA_DIR: context.folder, DATABASE_TIMEOUT_MS: '1000' },
    });
    const probe = new LiveProbe(service.url, tally);
    const load = new LedgerLoad(6, () => service.url, tally);
    let users = 0;
    for (let round = 0; round < rounds; round += 1) {
      context.progress(round, rounds);
      const before = load.written;
      await until(() => load.written > before + 50);
      const holder = spawn(process.execPath, [
        join(context.repository, 'test/attack/programs/hold-write-lock.mjs'),
        join(context.folder, 'svc.sqlite'),
      ]);
      context.onEnd(() => holder.kill('SIGKILL'));
      await once(holder.stdout, 'data');
      const over = performance.now() + holdSeconds * 1_000;
      while (performance.now() < over) {
        tally.expect((await send({ method: 'GET', path: '/api/users' })).status === 200, 'a read was not answered');
        const start = performance.now();
        const write = await send({
          method: 'POST',
          path: '/api/users',
          body: JSON.stringify({ name: `user ${(users += 1)}` }),
        });
        const seconds = (performance.now() - start) / 1_000;
        tally.expect(write.status === 503, `a write was answered with ${write.status} while the lock was held`);
        tally.expect(write.headers['retry-after'] !== undefined, 'a 503 had no Retry-After');
        tally.expect(seconds < 4, `a write waited for ${seconds.toFixed(1)} s`);
        await sleep(50);
      }
      const stuck = load.written;
      holder.kill('SIGKILL');
      tally.recovered(await until(() => load.written > stuck));
    }
    await load.end();
    const silence = await probe.end();
    await load.count(service.url, tally);
    return tally.outcome(`${rounds} × ${holdSeconds} s, ${load.written} writes; live within ${silence.toFixed(2)} s`);
  },
};

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LedgerLoad } from '../lab/ledger-load.js';
import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import { until } from '../lab/until.js';
import { type Context, type Scenario, Skipped } from '../scenario.js';

const text = 'x'.repeat(60_000);

/** One write for each part that keeps something on the disk. */
const writing = (index: number) => [
  { method: 'POST', path: '/api/users', body: JSON.stringify({ name: `user ${index}` }) },
  {
    method: 'POST',
    path: '/api/ledger/transfer',
    body: JSON.stringify({ from: `from ${index}`, to: `to ${index}`, amount: 1 }),
  },
  { method: 'PUT', path: `/api/files/object?key=${index}.txt`, body: JSON.stringify({ content: text }) },
  { method: 'POST', path: '/api/jobs/thumbnails', body: '{"width":16}' },
  { method: 'POST', path: '/api/auth/sign-up/email', body: account(`disk${index}@example.com`) },
  { method: 'POST', path: '/api/auth/request-password-reset', body: JSON.stringify({ email: 'first@example.com' }) },
];
const account = (email: string) => JSON.stringify({ name: 'Ada', email, password: 'correct horse battery' });

export const diskFull: Scenario = {
  name: 'disk-full',
  summary:
    'Fills the disk: writes are 503 and lose nothing, reads work, readiness is down, and space is enough to recover.',
  async run(context) {
    const disk = mountSmallDisk(context);
    const rounds = context.scale === 'long' ? 10 : 1;
    const { service, tally, send } = await openService(context, {
      settings: { DATA_DIR: disk, DATABASE_TIMEOUT_MS: '1000' },
    });
    const sent = { headers: { origin: service.url } };
    await send({ method: 'POST', path: '/api/auth/sign-up/email', body: account('first@example.com'), ...sent });
    const probe = new LiveProbe(service.url, tally);
    const isReady = async () => (await send({ method: 'GET', path: '/api/health/ready' })).status === 200;
    let refused = 0;
    let written = 0;
    for (let round = 0; round < rounds; round += 1) {
      context.progress(round, rounds);
      // Small writes fill what the filler leaves.
      const load = new LedgerLoad(4, () => service.url, tally, `round-${round}`);
      const before = load.written;
      await until(() => load.written > before + 20);
      const filler = join(disk, 'filler');
      fill(filler);
      await until(async () => !(await isReady()));
      for (const [index, request] of writing(round).entries()) {
        const { status } = await send({ ...request, ...sent }, 100 * round + index);
        tally.expect(status === 503 || status < 300, `${request.path} was ${status} on a full disk`);
        if (status === 503) refused += 1;
      }
      for (const path of ['/api/users', '/api/ledger/page', '/api/files'])
        tally.expect((await send({ method: 'GET', path })).status === 200, `${path} was not readable on a full disk`);
      rmSync(filler);
      const [freed, stuck] = [performance.now(), load.written];
      await until(() => load.written > stuck);
      await until(isReady);
      tally.recovered((performance.now() - freed) / 1_000);
      await load.end();
      await load.count(service.url, tally);
      written += load.written;
      for (const [index, request] of writing(1_000 + round).entries()) {
        const { status, text: answer } = await send({ ...request, ...sent }, 50_000 + 100 * round + index);
        tally.expect(status < 300, `${request.path} was ${status} after space came back: ${answer.slice(0, 100)}`);
      }
    }
    tally.expect(refused > 0, 'no write was refused: the disk was not full');
    const silence = await probe.end();
    return tally.outcome(
      `${rounds} full disks, ${written} writes, ${refused} refused; live within ${silence.toFixed(2)} s`,
    );
  },
};

/** Writes until there is no space. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, new Uint8Array(65_536));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** A disk of some megabytes, unmounted when the scenario ends. */
function mountSmallDisk(context: Context): string {
  const disk = join(context.folder, 'disk');
  mkdirSync(disk);
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]);
  if (status !== 0) throw new Skipped(`no small disk can be mounted: ${String(error ?? stderr).trim()}`);
  context.onEnd(() => spawnSync('umount', ['-l', disk]));
  return disk;
}

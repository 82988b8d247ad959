import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { sendRequest } from '../../contract/send-request.js';
import { numbersBetween } from '../lab/chance.js';
import { readTrace, straceTo } from '../lab/disk-trace.js';
import { addressOf } from '../lab/open-service.js';
import { ServiceProcess } from '../lab/service-process.js';
import { Tally } from '../lab/tally.js';
import { type DiskImage, TracedDisk } from '../lab/traced-disk.js';
import { type Context, type Scenario, Skipped } from '../scenario.js';

/** A write of a client, and whether a disk holds it. */
interface Write {
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly body: unknown;
  survives(disk: OpenedDisk): boolean;
}

interface OpenedDisk {
  readonly database: InstanceType<typeof DatabaseSync>;
  readonly files: DiskImage;
}

export const powerCut: Scenario = {
  name: 'power-cut',
  summary: 'Cuts the power after each acknowledged write, by what strace saw reach the disk: all of them survive.',
  async run(context) {
    if (process.platform !== 'linux' || spawnSync('strace', ['-V']).status !== 0)
      throw new Skipped('strace is missing');
    const tally = new Tally();
    const [count, control] = context.scale === 'long' ? [1_000, 200] : [25, 25];
    const lost = await cutAfterEach(context, tally, count, 'full');
    tally.lost(lost, 'acknowledged writes do not survive a power cut');
    // Proves that a lost write would be seen.
    const lostWhenNormal = await cutAfterEach(context, tally, control, 'normal');
    tally.expect(lostWhenNormal > 0, 'DATABASE_DURABILITY=normal lost nothing: the power was not really cut');
    return tally.outcome(
      `${2 * count} cuts, ${count} writes; ${lostWhenNormal} of ${control} lost with durability normal`,
    );
  },
};

/** How many of the writes were missing after one of the cuts. */
async function cutAfterEach(context: Context, tally: Tally, count: number, durability: string): Promise<number> {
  const folder = await mkdtemp(join(context.folder, `${durability}-`));
  const trace = join(context.folder, `${durability}.trace`);
  const writes = Array.from({ length: count }, (_, index) => writeNumber(index));
  const service = await ServiceProcess.start(context, tally, {
    folder,
    under: straceTo(trace),
    settings: { DATA_DIR: folder, DATABASE_DURABILITY: durability, JOBS_WORKER: 'false' },
  });
  for (const [index, { method, path, body }] of writes.entries()) {
    const headers = {
      'content-type': 'application/json',
      origin: service.url,
      // One address may not create so many accounts.
      'x-forwarded-for': addressOf(index),
    };
    const answer = await sendRequest(service.url, { method, path, headers, body: JSON.stringify(body) });
    tally.answer(answer.status, answer.text);
    if (answer.status >= 300) throw new Error(`${method} ${path} was ${answer.status}: ${answer.text}`);
  }
  // Mails are written after the answer.
  await sleep(500);
  await service.kill();
  return replay(context, tally, trace, writes, folder);
}

async function replay(context: Context, tally: Tally, trace: string, writes: readonly Write[], folder: string) {
  const disk = new TracedDisk();
  const missing = new Set<Write>();
  const sectors = numbersBetween(0, 1, context.seed);
  const lossless = () => sectors.next().value === 1;
  let acknowledged = 0;
  for (const event of readTrace(await readFile(trace, 'latin1'))) {
    disk.apply(event);
    if (event.kind !== 'answer') continue;
    acknowledged += 1;
    context.progress(acknowledged, writes.length);
    // Nothing but what was synced survives, or a part of the rest too.
    for (const image of [disk.image(() => false), disk.image(lossless)]) {
      const problem = await open(context, image, folder, (opened) => {
        for (const write of writes.slice(0, acknowledged)) if (!survives(write, opened)) missing.add(write);
      });
      if (problem !== null) throw new Error(`After ${acknowledged} writes, the database is damaged: ${problem}`);
    }
  }
  // Nothing was running any more: drafts, links in mails and the secret are on the disk too.
  const [durable, seen] = [disk.image(() => false), disk.now];
  const files = [...seen].filter(([path]) => path.startsWith(`${folder}/`) && !path.includes('/svc.sqlite'));
  const unsynced = files.filter(([path, bytes]) => !durable.get(path)?.equals(bytes));
  tally.lost(unsynced.length, `files are not on the disk, among them ${unsynced[0]?.[0]}`);
  tally.expect(acknowledged === writes.length, `the trace has ${acknowledged} answers, not ${writes.length}`);
  return missing.size;
}

/** A disk may have lost even the table. */
function survives(write: Write, disk: OpenedDisk): boolean {
  try {
    return write.survives(disk);
  } catch {
    return false;
  }
}

/** Opens the database of an image as the service would; returns what is wrong with it, or null. */
async function open(context: Context, image: DiskImage, folder: string, look: (disk: OpenedDisk) => void) {
  const copy = await mkdtemp(join(context.folder, 'cut-'));
  const files = new Map([...image].map(([path, bytes]) => [relative(folder, path), bytes]));
  for (const [path, bytes] of files) {
    // The index of the log is shared memory, which every start makes again.
    if (!/^svc\.sqlite(?!-shm)/.test(path)) continue;
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), bytes);
  }
  const database = new DatabaseSync(join(copy, 'svc.sqlite'));
  try {
    look({ database, files });
    const found = database.prepare('pragma integrity_check').all() as readonly { readonly integrity_check: string }[];
    return found[0]?.integrity_check === 'ok' ? null : JSON.stringify(found);
  } catch (error) {
    return String(error);
  } finally {
    database.close();
    await rm(copy, { recursive: true });
  }
}

/** A transfer, a user, a file, a job, an account, a transfer, and so on. */
function writeNumber(index: number): Write {
  const name = `cut ${index}`;
  const hasRow = (sql: string, value: unknown) => (disk: OpenedDisk) =>
    disk.database.prepare(sql).get(value as string) !== undefined;
  const kinds: readonly Write[] = [
    {
      method: 'POST',
      path: '/api/ledger/transfer',
      body: { from: name, to: `${name} to`, amount: 1 },
      survives: hasRow('select 1 from ledger_entries where memo = ?', `${name} to`),
    },
    {
      method: 'POST',
      path: '/api/users',
      body: { name },
      survives: hasRow('select 1 from users where name = ?', name),
    },
    {
      method: 'PUT',
      path: `/api/files/object?key=cut/${index}.txt`,
      body: { content: name },
      survives: ({ files }) => String(files.get(join('files', 'cut', `${index}.txt`))) === name,
    },
    {
      method: 'POST',
      path: '/api/jobs/thumbnails',
      body: { width: 16 + index },
      survives: ({ database }) =>
        (database.prepare('select payload from jobs').all() as { payload: string }[]).some(
          ({ payload }) => (JSON.parse(payload) as { width: number }).width === 16 + index,
        ),
    },
    {
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { name, email: `cut${index}@example.com`, password: 'correct horse battery' },
      survives: hasRow('select 1 from auth_users where email = ?', `cut${index}@example.com`),
    },
  ];
  return kinds[index % kinds.length]!;
}

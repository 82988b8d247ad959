import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ConnectionOptions, Job, Queue, Worker } from 'bullmq';
import { transform } from 'esbuild';
import type { Kysely, Sql } from 'kysely';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../service/src/database/open-database.js';
import { databases } from '../integration/each-database.js';
import { OwnRedis } from '../integration/own-redis.js';
import { moduleOf } from './compile-blocks.js';
import { readPage } from './read-page.js';

interface Cart {
  readonly id: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly currency: string;
}

type Db = Kysely<{ carts: { id: string; shape: string | null; data: string } }>;

interface Rows {
  findCart(db: Db, id: string): Promise<Cart | null>;
  saveCart(db: Db, cart: Cart): Promise<void>;
  migrateCarts(db: Db): Promise<Readonly<Record<string, number>>>;
}

interface Jobs {
  jobOf(cart: Cart): { readonly shape?: string; readonly cart: unknown };
  openQueue(connection: ConnectionOptions): Queue;
  openWorker(connection: ConnectionOptions, handle: (cart: Cart) => Promise<void>): Worker;
}

interface Message {
  readonly key?: string;
  readonly value: Buffer | null;
  readonly headers?: object;
}

interface Topic {
  sendCart(
    producer: { send(batch: { readonly messages: readonly Message[] }): Promise<void> },
    cart: Cart,
  ): Promise<void>;
  handleCarts(
    consumer: { run(options: { eachMessage(sent: { readonly message: Message }): Promise<void> }): Promise<void> },
    handle: (cart: Cart | null) => Promise<void>,
  ): Promise<void>;
}

const page = 'docs/lens.md';
let folder: string;

/** Writes the modules of the page, as a reader has them; `edit` is what the reader changes. */
async function writeModules(name: string, edit = (text: string) => text): Promise<string> {
  const own = join(inject('workFolder'), name);
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), '{ "type": "module" }');
  const blocks = readPage(page);
  for (const block of blocks)
    if (block.language === 'ts' && block.file !== null && block.mark !== 'fragment') {
      const { code } = await transform(edit(moduleOf(block, blocks)), { loader: 'ts', target: 'es2022' });
      writeFileSync(join(own, block.file.replace(/\.ts$/, '.js')), code);
    }
  return own;
}

const load = async <Module>(from: string, name: string) =>
  (await import(pathToFileURL(join(from, name)).href)) as Module;

const cart = (id: string, quantity = 2): Cart => ({ id, lines: [{ sku: 'a', quantity }], currency: 'EUR' });
const { id: _, ...contents } = cart('');
/** The same cart as builds of earlier versions stored it. */
const stored = {
  1: (id: string) => ({ id, lines: [{ sku: 'a', count: 2 }] }),
  2: (id: string) => ({ id, lines: contents.lines }),
  3: (id: string) => cart(id),
};

beforeAll(async () => {
  folder = await writeModules('lens');
});

async function openCarts(address: string, type: string) {
  const opened = await openDatabase(
    address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
  );
  onTestFinished(() => opened.kysely.destroy());
  const sql: Sql = opened.sql;
  const db = opened.kysely as unknown as Db;
  await sql.raw(`create table carts (id text primary key, shape text, data ${type} not null)`).execute(db);
  const insert = (id: string, shape: string | null, value: unknown) =>
    db
      .insertInto('carts')
      .values({ id, shape, data: JSON.stringify(value) })
      .execute();
  return { db, insert };
}

describe.each(databases)('the rows of the page on %s', (database, isThere, open) => {
  const types = database === 'PostgreSQL' ? ['text', 'jsonb'] : ['text'];
  it.runIf(isThere).each(types)('in a column of %s are read, written and migrated', async (type) => {
    const parsed = (text: string) =>
      text.replaceAll('JSON.parse(row.data) as unknown', 'row.data').replaceAll('JSON.parse(row.data)', 'row.data');
    const own = type === 'jsonb' ? await writeModules('lens-jsonb', parsed) : folder;
    const { findCart, saveCart, migrateCarts } = await load<Rows>(own, 'cart-rows.js');
    const { db, insert } = await openCarts(await open(), type);
    await insert('a', null, stored[1]('a'));
    await insert('b', '1', stored[1]('b'));
    await insert('c', '2', stored[2]('c'));
    await saveCart(db, cart('d', 5));
    await saveCart(db, cart('d', 2));
    for (const id of ['a', 'b', 'c', 'd']) expect(await findCart(db, id)).toEqual(cart(id));
    expect(await findCart(db, 'e')).toBeNull();
    const more = Array.from({ length: 1100 }, (_, index) => `more-${index}`);
    const rows = more.map((id) => ({ id, shape: '2', data: JSON.stringify(stored[2](id)) }));
    await db.insertInto('carts').values(rows).execute();
    const counts = { read: 1104, changed: 1103, current: 1, newer: 0, batches: 3 };
    expect(await migrateCarts(db)).toEqual(counts);
    expect(await migrateCarts(db)).toMatchObject({ changed: 0, current: 1104 });
    const shapes = await db.selectFrom('carts').select('shape').distinct().execute();
    expect(shapes).toEqual([{ shape: '3' }]);
    expect(await findCart(db, 'more-1099')).toEqual(cart('more-1099'));
    await insert('z', '2', { id: 'z' });
    await insert('y', '1', stored[1]('y'));
    await expect(migrateCarts(db)).rejects.toMatchObject({ name: 'ShapeMismatch', version: '2', pointer: '/lines' });
  });
});

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis) process.stderr.write(`There is no redis-server: the jobs of ${page} do not run.\n`);

it.runIf(hasRedis)(
  'the jobs of the page are handled whatever build added them, and fail where a newer one did',
  async () => {
    const { jobOf, openQueue, openWorker } = await load<Jobs>(folder, 'cart-jobs.js');
    const redis = await OwnRedis.start();
    onTestFinished(() => redis.kill());
    const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
    const queue = openQueue(connection);
    await queue.add('change', jobOf(cart('new')));
    await queue.add('change', { shape: '2', cart: stored[2]('older') });
    await queue.add('change', { cart: stored[1]('oldest') });
    const newer = await queue.add('change', { shape: '4', cart: {} });
    const handled: Cart[] = [];
    let reason: string | undefined;
    const worker = openWorker(connection, (one) => Promise.resolve(void handled.push(one)));
    try {
      while (!(await newer.isFailed()) || handled.length < 3) await wait(20);
      reason = ((await queue.getJob(newer.id!)) as Job).failedReason;
    } finally {
      await worker.close();
      await queue.close();
    }
    expect(handled).toEqual(['new', 'older', 'oldest'].map((id) => cart(id)));
    expect(reason).toContain('The value has shape "4" of Cart');
  },
);

/** A partition of a topic: what the client of Kafka sends, as the bytes of record batches. */
async function openPartition() {
  const require = createRequire(join(inject('workFolder'), 'package.json'));
  const part = (name: string) => require(`kafkajs/src/protocol/${name}`) as never;
  const encodeRecord = part('recordBatch/record/v0') as (message: object) => unknown;
  const { RecordBatch: encodeBatch } = part('recordBatch/v0') as {
    readonly RecordBatch: (batch: object) => Promise<{ readonly buffer: Buffer }>;
  };
  const Decoder = part('decoder') as new (bytes: Buffer) => object;
  const decodeBatch = part('recordBatch/v0/decoder') as (
    bytes: object,
  ) => Promise<{ readonly records: readonly Message[] }>;
  const batches: Buffer[] = [];
  return {
    batches,
    send: async ({ messages }: { readonly messages: readonly Message[] }) => {
      const records = messages.map((message, offsetDelta) =>
        encodeRecord({ ...message, offsetDelta, timestampDelta: 0 }),
      );
      batches.push(Buffer.from((await encodeBatch({ records, lastOffsetDelta: records.length - 1 })).buffer));
    },
    run: async ({ eachMessage }: { eachMessage(sent: { readonly message: Message }): Promise<void> }) => {
      for (const bytes of batches)
        for (const message of (await decodeBatch(new Decoder(bytes))).records) await eachMessage({ message });
    },
  };
}

it('the messages of the page are read from the bytes that a client of Kafka sends', async () => {
  const { sendCart, handleCarts } = await load<Topic>(folder, 'cart-topic.js');
  const partition = await openPartition();
  await sendCart(partition, cart('new'));
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  await partition.send({
    messages: [
      { key: 'older', value: json(stored[2]('older')), headers: { shape: '2', trace: ['a', 'b'] } },
      { key: 'oldest', value: json(stored[1]('oldest')) },
      { key: 'gone', value: null },
    ],
  });
  const handled: (Cart | null)[] = [];
  const read = () => handleCarts(partition, (one) => Promise.resolve(void handled.push(one)));
  await read();
  expect(handled).toEqual([...['new', 'older', 'oldest'].map((id) => cart(id)), null]);
  expect(partition.batches[0]!.includes('shape')).toBe(true);
  await partition.send({ messages: [{ key: 'newer', value: json({}), headers: { shape: '4' } }] });
  await expect(read()).rejects.toMatchObject({ name: 'ShapeTooNew' });
  partition.batches.pop();
  await partition.send({ messages: [{ key: 'two', value: json(cart('two')), headers: { shape: ['2', '3'] } }] });
  await expect(read()).rejects.toThrow('A message has one shape.');
});

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../service/src/database/database.js';
import { databases } from './each-database.js';
import { bundle, Process } from './start-process.js';

let script: string;
beforeAll(async () => {
  script = await bundle(new URL('processes/change-carts.ts', import.meta.url));
});

const carts = 5;
const changes = 100;

interface Counts {
  readonly written: number;
  readonly unread: number;
  readonly shapes: readonly string[];
}

/** A table of carts of the first shape, and processes that change them. */
async function openCarts(address: string) {
  const database = new Database(
    address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
  );
  await database.onInit();
  onTestFinished(() => database.onShutdown());
  const { sql, kysely } = database;
  await sql`create table lens_cart (id text primary key, shape text not null, data text not null)`.execute(kysely);
  for (let index = 0; index < carts; index += 1) {
    const id = `cart-${index}`;
    await sql`insert into lens_cart values (${id}, '1', ${JSON.stringify({ id, count: 0 })})`.execute(kysely);
  }
  return {
    sideBySide: (...builds: readonly string[]) =>
      Promise.all(
        builds.map(async (build) => {
          const process = new Process(script, [address, build, `${changes}`, `${carts}`]);
          onTestFinished(() => process.kill());
          return process.next<Counts>();
        }),
      ),
    total: async () => {
      const { rows } = await sql<{ data: string }>`select data from lens_cart`.execute(kysely);
      return rows
        .map(({ data }) => JSON.parse(data) as { readonly count?: number; readonly quantity?: number })
        .reduce((sum, { count, quantity }) => sum + (quantity ?? count!), 0);
    },
  };
}

describe.each(databases)('a rolling deployment on %s', (_, isThere, open) => {
  it.runIf(isThere)('in two steps leaves no value unread and loses none', async () => {
    const { sideBySide, total } = await openCarts(await open());
    const first = await sideBySide('old', 'reads-both');
    const second = await sideBySide('reads-both', 'newest');
    expect([...first, ...second].map(({ written, unread }) => ({ written, unread }))).toEqual(
      Array.from({ length: 4 }, () => ({ written: changes, unread: 0 })),
    );
    expect(first.flatMap(({ shapes }) => shapes)).not.toContain('2');
    expect(await total()).toBe(4 * changes);
    await sideBySide('newest');
    expect((await sideBySide('newest'))[0]!.shapes).toEqual(['2']);
  });

  it.runIf(isThere)('in one step leaves values unread in the older build, and still loses none', async () => {
    const { sideBySide, total } = await openCarts(await open());
    await sideBySide('newest');
    const [older] = await sideBySide('old', 'newest');
    expect(older).toMatchObject({ written: 0, unread: changes });
    expect(await total()).toBe(2 * changes);
  });
});

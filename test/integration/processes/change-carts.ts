import { added, change, defineVersions, lens, renamed, ShapeTooNew } from 'svckit/lens';
import { z } from 'zod';
import { Database } from '../../../service/src/database/database.js';

// Arguments: the database's address (postgres:// or a folder), the build, how many changes, how many carts.
const [address = '', build = '', changes, carts] = process.argv.slice(2);

const OldCart = z.object({ id: z.string(), count: z.int() }).meta({ id: 'Cart' });
const Cart = z.object({ id: z.string(), quantity: z.int(), currency: z.string() }).meta({ id: 'Cart' });
const counted = renamed(Cart, { quantity: 'count' });
const version2 = {
  version: '2',
  changes: [
    change({ title: 'A quantity and a currency', schemas: [counted, added(counted.before, { currency: 'EUR' })] }),
  ],
};

/** What a build makes of a stored cart: one more of it. */
type Build = (data: unknown, shape: string) => { readonly shape: string; readonly data: unknown };

const old = lens(OldCart, defineVersions(['1']));
const versions = defineVersions(['1', version2]);
const both = lens(Cart, versions, { writes: '1' });
const newest = lens(Cart, versions);
const builds: Readonly<Record<string, Build>> = {
  old: (data, shape) => {
    const cart = old.read(data, shape);
    return { shape: old.newest, data: old.write({ ...cart, count: cart.count + 1 }) };
  },
  'reads-both': (data, shape) => {
    const cart = both.read(data, shape);
    return { shape: both.writes, data: both.writeAs(both.writes, { ...cart, quantity: cart.quantity + 1 }) };
  },
  newest: (data, shape) => {
    const cart = newest.read(data, shape);
    return { shape: newest.newest, data: newest.write({ ...cart, quantity: cart.quantity + 1 }) };
  },
};

const database = new Database(
  address.startsWith('postgres') ? { databaseUrl: address, dataDir: '.' } : { dataDir: address },
);
await database.onInit();
const lock = address.startsWith('postgres') ? 'for update' : '';
const counts = { written: 0, unread: 0, shapes: new Set<string>() };
for (let index = 0; index < Number(changes); index += 1) {
  const id = `cart-${index % Number(carts)}`;
  await database.transaction(async (transaction) => {
    const { sql } = database;
    const { rows } = await sql<{ shape: string; data: string }>`
      select shape, data from lens_cart where id = ${id} ${sql.raw(lock)}`.execute(transaction);
    const [row] = rows;
    counts.shapes.add(row!.shape);
    try {
      const { shape, data } = builds[build]!(JSON.parse(row!.data), row!.shape);
      await sql`update lens_cart set shape = ${shape}, data = ${JSON.stringify(data)} where id = ${id}`.execute(
        transaction,
      );
      counts.written += 1;
    } catch (error) {
      if (!(error instanceof ShapeTooNew)) throw error;
      counts.unread += 1;
    }
  });
}
console.log(JSON.stringify({ ...counts, shapes: [...counts.shapes].toSorted() }));
await database.onShutdown();

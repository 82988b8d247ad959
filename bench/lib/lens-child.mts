import { change, defineVersions, lens, renamed } from 'svckit/lens';
import { z } from 'zod';

/** Shapes whose members have numbered names have no types that say so. */
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;
const hops = 10;

const Line = z
  .object({ sku: z.string(), quantity: z.int(), price: z.number(), label10: z.string() })
  .meta({ id: 'Line' });
const Cart = z
  .object({
    id: z.string(),
    customer: z.object({ name: z.string(), email: z.string() }),
    currency: z.enum(['EUR', 'USD']).default('EUR'),
    lines: z.array(Line),
    note10: z.string(),
  })
  .meta({ id: 'Cart' });

/** Each version renames a member of the cart; with `lines`, one of each line too. */
function cartsWith(lines: boolean) {
  const entries: Any[] = [];
  let [line, cart]: [Any, Any] = [Line, Cart];
  for (let version = hops; version >= 1; version -= 1) {
    const schemas = [renamed(cart, { [`note${version}`]: `note${version - 1}` } as Any)];
    if (lines) schemas.push(renamed(line, { [`label${version}`]: `label${version - 1}` } as Any));
    [cart, line] = [schemas[0]!.before, schemas[1]?.before ?? line];
    entries.unshift({ version: `${version + 1}`, changes: [change({ title: `Names ${version}`, schemas })] });
  }
  return lens(Cart, defineVersions(['1', ...entries]));
}

const rename = (from: string, to: string) => (value: Any) => {
  const { [from]: moved, ...rest } = value;
  return { ...rest, [to]: moved };
};

function byHand(lines: boolean) {
  const label = lines ? 'label0' : 'label10';
  const older = z.object({
    id: z.string(),
    customer: z.object({ name: z.string(), email: z.string() }),
    currency: z.enum(['EUR', 'USD']).default('EUR'),
    lines: z.array(z.object({ sku: z.string(), quantity: z.int(), price: z.number(), [label]: z.string() })),
    note0: z.string(),
  });
  const ups = Array.from({ length: hops }, (_, index) => {
    const [note, name] = [rename(`note${index}`, `note${index + 1}`), rename(`label${index}`, `label${index + 1}`)];
    return lines ? (cart: Any) => note({ ...cart, lines: cart.lines.map(name) }) : note;
  });
  return (value: unknown) => Cart.parse(ups.reduce((cart, up) => up(cart), older.parse(value) as Any));
}

const stored = (label: string, note: string) => ({
  id: 'c1',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  currency: 'EUR',
  lines: Array.from({ length: 20 }, (_, index) => ({
    sku: `sku-${index}`,
    quantity: index,
    price: index * 1.5,
    [label]: `label ${index}`,
  })),
  [note]: 'Please ring twice.',
});

const current = stored('label10', 'note10');
const carts = cartsWith(false);
const withLines = cartsWith(true);
const [byHandAlone, byHandInside] = [byHand(false), byHand(true)];
const [alone, inside] = [stored('label10', 'note0'), stored('label0', 'note0')];

const cases: [string, () => unknown, () => unknown][] = [
  ['a current row, beside `schema.parse`', () => carts.read(current, '11'), () => Cart.parse(current)],
  ['ten hops of a row', () => carts.read(alone, '1'), () => byHandAlone(alone)],
  ['ten hops of a row and its 20 lines', () => withLines.read(inside, '1'), () => byHandInside(inside)],
];

function time(run: () => unknown): number {
  const start = process.hrtime.bigint();
  for (let count = 0; count < 100; count += 1) run();
  return Number(process.hrtime.bigint() - start) / 100;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

const rows = cases.map(([name, own, hand]) => {
  if (JSON.stringify(own()) !== JSON.stringify(hand())) throw new Error(`${name}: another result`);
  for (let count = 0; count < 3000; count += 1) void [own(), hand()];
  const pairs = Array.from({ length: 301 }, (_, round) => {
    if (round % 2 === 0) return [time(own), time(hand)] as const;
    const second = time(hand);
    return [time(own), second] as const;
  });
  return [
    name,
    Math.round(median(pairs.map(([one]) => one))),
    median(pairs.map(([one, other]) => one / other)).toFixed(2),
  ];
});
process.stdout.write(JSON.stringify(rows));

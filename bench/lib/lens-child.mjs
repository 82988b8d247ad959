// bench/lib/lens-child.mts
import { change, defineVersions, lens, renamed } from 'file:///tmp/wt/lens30/dist/lens.js';
import { z } from 'zod';
var hops = 10;
var Line = z
  .object({ sku: z.string(), quantity: z.int(), price: z.number(), label10: z.string() })
  .meta({ id: 'Line' });
var Cart = z
  .object({
    id: z.string(),
    customer: z.object({ name: z.string(), email: z.string() }),
    currency: z.enum(['EUR', 'USD']).default('EUR'),
    lines: z.array(Line),
    note10: z.string(),
  })
  .meta({ id: 'Cart' });
function cartsWith(lines) {
  const entries = [];
  let [line, cart] = [Line, Cart];
  for (let version = hops; version >= 1; version -= 1) {
    const schemas = [renamed(cart, { [`note${version}`]: `note${version - 1}` })];
    if (lines) schemas.push(renamed(line, { [`label${version}`]: `label${version - 1}` }));
    [cart, line] = [schemas[0].before, schemas[1]?.before ?? line];
    entries.unshift({ version: `${version + 1}`, changes: [change({ title: `Names ${version}`, schemas })] });
  }
  return lens(Cart, defineVersions(['1', ...entries]));
}
var rename = (from, to) => (value) => {
  const { [from]: moved, ...rest } = value;
  return { ...rest, [to]: moved };
};
function byHand(lines) {
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
    return lines ? (cart) => note({ ...cart, lines: cart.lines.map(name) }) : note;
  });
  return (value) => Cart.parse(ups.reduce((cart, up) => up(cart), older.parse(value)));
}
var stored = (label, note) => ({
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
var current = stored('label10', 'note10');
var carts = cartsWith(false);
var withLines = cartsWith(true);
var [byHandAlone, byHandInside] = [byHand(false), byHand(true)];
var [alone, inside] = [stored('label10', 'note0'), stored('label0', 'note0')];
var cases = [
  ['a current row, beside `schema.parse`', () => carts.read(current, '11'), () => Cart.parse(current)],
  ['ten hops of a row', () => carts.read(alone, '1'), () => byHandAlone(alone)],
  ['ten hops of a row and its 20 lines', () => withLines.read(inside, '1'), () => byHandInside(inside)],
];
function time(run) {
  const start = process.hrtime.bigint();
  for (let count = 0; count < 100; count += 1) run();
  return Number(process.hrtime.bigint() - start) / 100;
}
var median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
var rows = cases.map(([name, own, hand]) => {
  if (JSON.stringify(own()) !== JSON.stringify(hand())) throw new Error(`${name}: another result`);
  for (let count = 0; count < 3e3; count += 1) void [own(), hand()];
  const pairs = Array.from({ length: 301 }, (_, round) => {
    if (round % 2 === 0) return [time(own), time(hand)];
    const second = time(hand);
    return [time(own), second];
  });
  return [
    name,
    Math.round(median(pairs.map(([one]) => one))),
    median(pairs.map(([one, other]) => one / other)).toFixed(2),
  ];
});
process.stdout.write(JSON.stringify(rows));

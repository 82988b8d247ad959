import { z } from 'zod';
import { projectionOf } from '../../src/schema/project.js';

const rounds = 41;
const calls = 4000;

const User = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  active: z.boolean(),
  createdAt: z.string(),
  address: z.object({ street: z.string(), city: z.string(), country: z.string() }),
  tags: z.array(z.object({ label: z.string() })),
});
const Page = z.object({ items: z.array(User), nextCursor: z.string().nullable() });

/** A row of a store; `surplus` are members that the schema does not declare. */
function rowOf(index: number, surplus: object) {
  return {
    id: 1000 + index,
    firstName: `Ada${index}`,
    lastName: 'Lovelace',
    email: index % 3 === 0 ? null : `ada${index}@example.com`,
    active: index % 2 === 0,
    createdAt: '2026-11-21T10:00:00.000Z',
    address: { street: '12 St James Square', city: 'London', country: 'GB', ...surplus },
    tags: [{ label: 'admin' }, { label: 'billing' }],
    ...surplus,
  };
}
const pageOf = (surplus: object) => ({
  items: Array.from({ length: 10 }, (_, index) => rowOf(index, surplus)),
  nextCursor: 'eyJpZCI6MTAxMH0',
});

const clean = pageOf({});
const project = projectionOf(Page)!;
const bytes = JSON.stringify(clean).length;
if (JSON.stringify(project(pageOf({ passwordHash: 'x' }))) !== JSON.stringify(clean)) throw new Error('It differs.');

let sink = 0;
function time(write: (value: object) => string, value: object): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) sink += write(value).length;
  return Number(process.hrtime.bigint() - start) / calls;
}
const alone = (value: object) => JSON.stringify(value);
const projected = (value: object) => JSON.stringify(project(value));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Both in every round, in alternating order; the baseline writes what is sent: the declared members. */
function compare(value: object) {
  const times: { alone: number; projected: number }[] = [];
  for (let round = -5; round < rounds; round++) {
    const first = round % 2 === 0 ? time(alone, clean) : null;
    const own = time(projected, value);
    const pair = { alone: first ?? time(alone, clean), projected: own };
    if (round >= 0) times.push(pair);
  }
  return {
    ratio: median(times.map((one) => one.projected / one.alone)),
    alone: median(times.map((one) => one.alone)),
    projected: median(times.map((one) => one.projected)),
  };
}

const results = [
  { name: 'the declared members', ...compare(clean) },
  { name: 'a store row with surplus members', ...compare(pageOf({ passwordHash: '$2b$10$abcdefghijkl', salt: 7 })) },
];
process.stdout.write(JSON.stringify({ bytes, results, sink: sink > 0 }));

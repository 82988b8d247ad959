import { z } from 'zod';

/** What a team sets in front of its API; every server has the same. */
export const origin = 'https://app.example';
export const exposedHeaders = ['RateLimit', 'RateLimit-Policy', 'Deprecation', 'Sunset'];
export const limit = 1_000_000_000;
export const windowSeconds = 3600;
export const role = 'clerk';
const callers = new Map([
  ['ada-6f1d0a4c9b2e47d58c3f', { id: 'ada', roles: ['clerk', 'reader'] }],
  ['bob-0e9c5b7a1d3f42869a4b', { id: 'bob', roles: ['reader'] }],
]);
export const [clerkToken, readerToken] = callers.keys();

/** The caller of an Authorization header; null for none. */
export function callerOf(authorization) {
  return authorization?.startsWith('Bearer ') ? (callers.get(authorization.slice(7)) ?? null) : null;
}

const Address = z.object({
  name: z.string().min(1).max(80),
  street: z.string().min(1).max(120),
  postalCode: z.string().min(1).max(12),
  city: z.string().min(1).max(80),
  country: z.string().length(2),
});

export const Order = z.object({
  id: z.string(),
  number: z.number().int(),
  status: z.enum(['open', 'paid', 'shipped', 'cancelled']),
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  shipTo: Address,
  billTo: Address,
  lines: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      quantity: z.number().int(),
      unitPrice: z.number(),
      discount: z.number().nullable(),
      tags: z.array(z.string()),
    }),
  ),
  total: z.number(),
  paid: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** What version 1 calls an order. */
export const OrderSummary = z.object({ id: z.string(), total: z.number() });

export const NewOrder = z.object({
  customerId: z.string().min(1).max(40),
  email: z.email(),
  shipTo: Address,
  billTo: Address,
  lines: z
    .array(
      z.object({
        sku: z.string().min(1).max(40),
        title: z.string().min(1).max(120),
        quantity: z.number().int().min(1).max(1000),
        unitPrice: z.number().min(0),
        discount: z.number().min(0).max(1).nullable(),
      }),
    )
    .min(1)
    .max(100),
  payment: z.enum(['card', 'invoice']),
  note: z.string().max(500).optional(),
});

export const OrderReceipt = z.object({
  id: z.string(),
  number: z.number().int(),
  lines: z.number(),
  total: z.number(),
});

const address = {
  name: 'Ada Lovelace',
  street: "12 St James's Square, second floor",
  postalCode: 'SW1Y 4JH',
  city: 'London',
  country: 'GB',
};
const titles = ['Brass gear, 48 teeth', 'Punched cards, pack of 500', 'Steel shaft, 12 mm', 'Lamp oil, 1 litre'];
const line = (index) => ({
  sku: `PART-${1000 + index}`,
  title: titles[index % titles.length],
  quantity: index + 1,
  unitPrice: 12.5 + index,
  discount: index % 3 === 0 ? 0.1 : null,
});

/** The stored order; 2.5 KB of JSON. */
export const order = (id) => ({
  id,
  number: 1042,
  status: 'open',
  customer: { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  shipTo: address,
  billTo: address,
  lines: storedLines,
  total: 1820.4,
  paid: false,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-21T14:05:11.000Z',
});
/** Rows as a store reads them: of one shape. Node 20 would give objects that are spread here seven hidden classes. */
const storedLines = JSON.parse(
  JSON.stringify(Array.from({ length: 15 }, (_, index) => ({ ...line(index), tags: ['workshop', 'in stock'] }))),
);

/** What version 1 answers. */
export const summary = (id) => ({ id, total: 1820.4 });

/** A body of 1.3 KB. */
export const newOrder = {
  customerId: 'ada',
  email: 'ada@example.com',
  shipTo: address,
  billTo: address,
  lines: Array.from({ length: 8 }, (_, index) => line(index)),
  payment: 'invoice',
  note: 'Please ring twice; the workshop is in the yard behind the house. The gate is open from eight to six on weekdays, and on Saturdays until noon.',
};

export function receipt({ lines }) {
  let total = 0;
  for (const { quantity, unitPrice, discount } of lines) total += quantity * unitPrice * (1 - (discount ?? 0));
  return { id: 'ord_1043', number: 1043, lines: lines.length, total: Math.round(total * 100) / 100 };
}

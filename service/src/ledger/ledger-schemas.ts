import { z } from 'zod';
import { created } from '../created.js';
import { ndjson, type RouteSchemas } from 'svckit';
import { storableText } from '../database/storable-text.js';
import { cursorParameter, idParameters } from '../database/page-query.js';
import {
  changeUnavailable,
  databaseUnavailable,
  keyedChangeUnavailable,
  NotFound,
  Problem,
} from '../problem-schemas.js';

const label = storableText(1, 80);

/** Whole numbers only, exact to ±(2^53 - 1). */
const amount = z.int();

export const LedgerEntry = z.object({ id: z.int().min(1), memo: z.string(), amount }).meta({
  id: 'LedgerEntry',
  description: 'One entry of the ledger.',
  examples: [{ id: 1, memo: 'opening balance', amount: 5000 }],
});

export const CreateEntry = z
  .object({ memo: label, amount })
  .meta({ id: 'CreateEntry', description: 'A new entry.', examples: [{ memo: 'opening balance', amount: 5000 }] });

const Transfer = z
  .object({
    from: label.describe('Label of the entry with the negative amount.'),
    to: label.describe('Label of the entry with the positive amount.'),
    amount: z.int().min(1),
    fail: z.boolean().default(false).describe('Fail between the two entries: 409, and nothing is written.'),
  })
  .meta({
    id: 'Transfer',
    description: 'Two entries or none.',
    examples: [{ from: 'savings', to: 'rent', amount: 900 }],
  });

export const TransferResult = z
  .object({ balance: amount.describe('Sum of all amounts.'), rows: z.int().min(0).describe('Count of all entries.') })
  .meta({ id: 'TransferResult', examples: [{ balance: 5000, rows: 3 }] });

const LedgerList = z
  .object({
    entries: z.array(LedgerEntry).describe('The latest first.'),
    balance: amount.describe('Sum of all amounts.'),
  })
  .meta({ id: 'LedgerList', description: 'The latest entries and the balance of all.' });

const nextCursor = z.string().nullable().describe('The cursor of the next page; null on the last page.');
const hasMore = z.boolean().describe('Whether there is a next page.');

const LedgerPage = z
  .object({
    data: z.array(LedgerEntry),
    meta: z.object({
      nextCursor,
      prevCursor: z.string().nullable().describe('Leads back, with the other direction; null when there is no entry.'),
      hasMore,
    }),
  })
  .meta({ id: 'LedgerPage', description: 'One page of a walk through the ledger.' });

const LedgerKeyset = z
  .object({ data: z.array(LedgerEntry), meta: z.object({ nextCursor, hasMore }) })
  .meta({ id: 'LedgerKeyset', description: 'One page of a walk through the ledger, by ascending id.' });

export type LedgerEntry = z.output<typeof LedgerEntry>;
export type CreateEntry = z.output<typeof CreateEntry>;
export type TransferResult = z.output<typeof TransferResult>;

const oneToHundred = z.coerce.number().int().min(1).max(100);

export const list = {
  query: z.object({ limit: oneToHundred.default(20).describe('Maximum number of entries.') }),
  response: { 200: LedgerList, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const page = {
  query: z.object({
    take: oneToHundred.default(20).describe('Maximum number of entries.'),
    order: z.enum(['asc', 'desc']).default('desc').describe('By id: the oldest or the latest first.'),
    direction: z
      .enum(['forward', 'backward'])
      .default('forward')
      .describe(
        'forward: the entries after the cursor, or from the start. backward: the entries before it, or from the end.',
      ),
    cursor: cursorParameter,
  }),
  response: { 200: LedgerPage, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const exported = {
  response: { 200: ndjson(LedgerEntry), 503: databaseUnavailable },
} satisfies RouteSchemas;

export const keyset = {
  query: z.object({
    take: oneToHundred.optional().describe('Maximum number of entries; 20 by default.'),
    cursor: cursorParameter,
  }),
  response: { 200: LedgerKeyset, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const one = {
  params: idParameters,
  response: { 200: LedgerEntry, 404: NotFound, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const remove = {
  params: idParameters,
  response: { 200: z.object({ deleted: z.literal(true) }), 404: NotFound, 503: changeUnavailable },
} satisfies RouteSchemas;

export const create = {
  body: CreateEntry,
  response: { 201: created(LedgerEntry), 503: keyedChangeUnavailable },
} satisfies RouteSchemas;

export const transfer = {
  body: Transfer,
  response: {
    201: created(TransferResult),
    409: { description: 'It failed as requested. Nothing was written.', schema: Problem },
    503: keyedChangeUnavailable,
  },
} satisfies RouteSchemas;

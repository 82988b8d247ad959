import { z } from 'zod';
import { storableText } from '../database/storable-text.js';

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

export const Transfer = z
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

export const LedgerList = z
  .object({
    entries: z.array(LedgerEntry).describe('The latest first.'),
    balance: amount.describe('Sum of all amounts.'),
  })
  .meta({ id: 'LedgerList', description: 'The latest entries and the balance of all.' });

const nextCursor = z.string().nullable().describe('Leads to the following page; null when there is none.');
const hasMore = z.boolean().describe('Whether there is a following page.');

export const LedgerPage = z
  .object({
    data: z.array(LedgerEntry),
    meta: z.object({
      nextCursor,
      prevCursor: z.string().nullable().describe('Leads back, with the other direction; null when there is nothing.'),
      hasMore,
    }),
  })
  .meta({ id: 'LedgerPage', description: 'One page of a walk through the ledger.' });

export const LedgerKeyset = z
  .object({ data: z.array(LedgerEntry), meta: z.object({ nextCursor, hasMore }) })
  .meta({ id: 'LedgerKeyset', description: 'One page of a walk through the ledger, by ascending id.' });

export type LedgerEntry = z.output<typeof LedgerEntry>;
export type CreateEntry = z.output<typeof CreateEntry>;
export type TransferResult = z.output<typeof TransferResult>;

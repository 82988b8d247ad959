import type { RouteSchemas } from 'svckit';
import { z } from 'zod';
import { cursorParameter, idParameters } from '../database/page-query.js';
import { databaseUnavailable, NotFound, Problem, unavailable } from '../problem-schemas.js';
import {
  CreateEntry,
  LedgerEntry,
  LedgerKeyset,
  LedgerList,
  LedgerPage,
  Transfer,
  TransferResult,
} from './ledger-records.js';

const oneToHundred = z.coerce.number().int().min(1).max(100);

export const list = {
  query: z.object({ limit: oneToHundred.default(20).describe('How many entries at most.') }),
  response: { 200: LedgerList, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const page = {
  query: z.object({
    take: oneToHundred.default(20).describe('How many entries at most.'),
    order: z.enum(['asc', 'desc']).default('desc').describe('By id: the oldest or the latest first.'),
    direction: z
      .enum(['forward', 'backward'])
      .default('forward')
      .describe(
        'Whether to go on to what follows the cursor, or back to what comes before it; without a cursor, from the start or from the end.',
      ),
    cursor: cursorParameter,
  }),
  response: { 200: LedgerPage, 503: databaseUnavailable },
} satisfies RouteSchemas;

export const keyset = {
  query: z.object({
    take: oneToHundred.optional().describe('How many entries at most; 20 when left out.'),
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
  response: { 200: z.object({ deleted: z.literal(true) }), 404: NotFound, 503: databaseUnavailable },
} satisfies RouteSchemas;

const nothingDone = unavailable(
  'The database or the store of idempotency keys does not answer right now; nothing was done.',
);

export const create = { body: CreateEntry, response: { 201: LedgerEntry, 503: nothingDone } } satisfies RouteSchemas;

export const transfer = {
  body: Transfer,
  response: {
    201: TransferResult,
    409: { description: 'It was asked to fail; nothing was written.', schema: Problem },
    503: nothingDone,
  },
} satisfies RouteSchemas;

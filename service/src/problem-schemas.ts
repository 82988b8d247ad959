import { NotFound, Problem } from 'svckit';
import { z } from 'zod';

export { NotFound, Problem };

/** The 503 of a route whose part may be away for a moment. */
export function unavailable(description: string) {
  return {
    description,
    schema: Problem,
    headers: { 'Retry-After': z.int().min(0).describe('Seconds to wait before trying again.') },
  };
}

/** The 503 of a route that reads the database. */
export const databaseUnavailable = unavailable('The database is temporarily unavailable.');

/** The end of the description of a 503 of a route that changes the database. */
export const unlessUnknown =
  'Nothing was changed, unless `code` is `outcome-unknown`: then the database did not confirm the change, and it may have been made.';

/** The 503 of a route that changes the database. */
export const changeUnavailable = unavailable(`The database is temporarily unavailable. ${unlessUnknown}`);

/** The same of a route that takes an Idempotency-Key. */
export const keyedChangeUnavailable = unavailable(
  `The database or the idempotency key store is temporarily unavailable. ${unlessUnknown} Repeat the request with the same Idempotency-Key to find out.`,
);

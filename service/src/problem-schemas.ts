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

/** The 503 of a route that needs the database. */
export const databaseUnavailable = unavailable('The database is temporarily unavailable.');

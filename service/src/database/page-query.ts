import { z } from 'zod';

/** Query parameter `cursor` of every list that has pages. */
export const cursorParameter = z
  .string()
  .max(512)
  .optional()
  .describe('Leads on from another page: the `nextCursor` that it answered. Leave it out for the first page.');

/** An id in a path. */
export const idParameters = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .describe('The id that creating it answered.')
    .meta({ examples: [1] }),
});

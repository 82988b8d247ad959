import { z } from 'zod';

/** Query parameter `cursor` of every list that has pages. */
export const cursorParameter = z
  .string()
  .max(512)
  .optional()
  .describe('The `nextCursor` of another page, to continue from there. Leave it out for the first page.');

/** An id in a path. */
export const idParameters = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .describe('The id returned when it was created.')
    .meta({ examples: [1] }),
});

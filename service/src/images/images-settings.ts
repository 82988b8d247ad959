import { z } from 'zod';

/** Limits of the image work in one process. */
export const imagesSettings = {
  IMAGES_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Cheap images that one process renders at a time; one client has all places but one. Of expensive ones, at most one fewer than there are processors.',
    ),
  IMAGES_QUEUE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe(
      'Images that may wait for cheap ones, and for expensive ones, a quarter of them of one client; beyond that the answer is 503 with Retry-After.',
    ),
  IMAGES_PIXEL_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(268_402_689)
    .default(24_000_000)
    .describe('Largest number of pixels of an image that a client sends.'),
} as const;

export type ImagesSettings = Readonly<z.output<z.ZodObject<typeof imagesSettings>>>;

import { z } from 'zod';

/** Bounds of the image work that one process does. */
export const imagesSettings = {
  IMAGES_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe('Images that one process works on at a time.'),
  IMAGES_QUEUE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe('Images that may wait for those; more are answered 503 with Retry-After.'),
  IMAGES_PIXEL_LIMIT: z.coerce
    .number()
    .int()
    .min(1)
    .max(268_402_689)
    .default(24_000_000)
    .describe('The most pixels that an image sent to be described may have.'),
} as const;

export type ImagesSettings = Readonly<z.output<z.ZodObject<typeof imagesSettings>>>;

import { z } from 'zod';

/** What a deployment tells the service about itself. */
export const wiringSettings = {
  REVISION: z
    .string()
    .min(1)
    .max(100)
    .default('development')
    .describe('Name of the revision that is running, such as a commit; shown at /api/wiring.'),
} as const;

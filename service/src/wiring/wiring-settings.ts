import { z } from 'zod';

/** What a deployment reports about itself. */
export const wiringSettings = {
  REVISION: z
    .string()
    .min(1)
    .max(100)
    .default('development')
    .describe('The running revision, such as a commit; shown at /api/wiring.'),
} as const;

import { z } from 'zod';

/** Where limits are counted and idempotency keys are kept. */
export const sharedStateSettings = {
  SHARED_STATE: z
    .enum(['auto', 'memory', 'database', 'redis'])
    .default('auto')
    .describe(
      'Where limits and idempotency keys are stored. auto: keys in the database, committed together with the work; limits in redis if configured, otherwise in the database or memory.',
    ),
} as const;

import { z } from 'zod';

/** Where limits are counted and idempotency keys are kept. */
export const sharedStateSettings = {
  SHARED_STATE: z
    .enum(['auto', 'memory', 'database', 'redis'])
    .default('auto')
    .describe(
      'Where limits and idempotency keys are stored; auto is redis if configured, otherwise database or memory.',
    ),
} as const;

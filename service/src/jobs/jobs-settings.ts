import { z } from 'zod';
import type { JobPolicy } from './job-queue.js';

/** How jobs are processed, retried and kept. */
export const jobsSettings = {
  JOBS_WORKER: z
    .union([z.boolean(), z.stringbool()])
    .default(true)
    .describe('Whether svc serve runs jobs itself; turn it off if svc worker processes do.'),
  JOBS_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2).describe('Jobs that one process runs at a time.'),
  JOBS_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('How many times a job is tried before it fails.'),
  JOBS_BACKOFF_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600_000)
    .default(1_000)
    .describe('Milliseconds before the second attempt; doubles with each attempt after that.'),
  JOBS_LEASE_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .default(30)
    .describe('Seconds after which another worker takes over a job whose worker stopped responding.'),
  JOBS_KEEP_HOURS: z.coerce
    .number()
    .positive()
    .max(8_760)
    .default(24)
    .describe('Hours for which a finished job stays available.'),
} as const;

export type JobsSettings = { readonly [Name in keyof typeof jobsSettings]: z.output<(typeof jobsSettings)[Name]> };

export function jobPolicy(settings: JobsSettings): JobPolicy {
  return Object.freeze({
    concurrency: settings.JOBS_CONCURRENCY,
    attempts: settings.JOBS_ATTEMPTS,
    backoffMs: settings.JOBS_BACKOFF_MS,
    leaseMs: settings.JOBS_LEASE_SECONDS * 1_000,
    keepMs: settings.JOBS_KEEP_HOURS * 3_600_000,
    pollMs: 500,
  });
}

import { z } from 'zod';

export const HealthCheckResult = z
  .object({
    name: z.string(),
    state: z.enum(['up', 'down', 'unknown']).describe('unknown: the check timed out.'),
    critical: z.boolean().describe('Whether the service needs it to be ready.'),
    ms: z.int().min(0).describe('How long the check took, in milliseconds.'),
    detail: z.string().optional(),
  })
  .meta({ id: 'HealthCheckResult' });

/** The body of both routes: `status` is down while a critical part is, or the service is closing. */
export const HealthReport = z
  .object({
    status: z.enum(['up', 'down']),
    draining: z.boolean().describe('Whether the service is closing and should get no new requests.'),
    uptimeMs: z.int().min(0),
    checks: z.array(HealthCheckResult),
  })
  .meta({ id: 'HealthReport' });

export type HealthCheckResult = z.output<typeof HealthCheckResult>;
/** The body of liveness and readiness. */
export type HealthReport = z.output<typeof HealthReport>;

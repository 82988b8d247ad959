import { z } from 'zod';

const onByDefault = z.union([z.boolean(), z.stringbool()]).default(true);
const offByDefault = z.union([z.boolean(), z.stringbool()]).default(false);

/** What the service records of its requests. */
export const observingSettings = {
  ACCESS_LOG: offByDefault.describe('Whether every request gets a line in the log, whatever LOG_LEVEL is.'),
  METRICS: offByDefault.describe(
    'Whether /api/metrics serves durations of requests and metrics of the process for Prometheus.',
  ),
  USAGE: onByDefault.describe(
    'Whether calls are counted by version, operation and consumer, for svc usage and svc retire, and accounts are mailed before a sunset.',
  ),
  TELEMETRY: offByDefault.describe(
    'Whether requests become OpenTelemetry spans and durations; needs an SDK, as docs/observability.md shows.',
  ),
} as const;

import type { Gauge, Histogram, Metric, Registry } from 'prom-client';
import type { MetricsSource } from '../../routing/table/app-tokens.js';
import type { MetricsOptions } from '../../routing/table/observing-options.js';
import { durationBuckets, methodName } from './http-conventions.js';
import { packageNeeds } from '../../routing/table/optional-packages.js';
import { loadPackage } from './load-package.js';
import type { UsageTotal } from '../usage/usage-counter.js';
import type { Observation, Observer, Outcome } from './observation.js';

type Client = typeof import('prom-client');

const labelNames = ['method', 'route', 'status', 'version', 'deprecated'] as const;

/** Counts and times requests for Prometheus; every label has a bounded set of values. */
export async function openMetrics(
  option: true | MetricsOptions,
): Promise<{ readonly observer: Observer; readonly source: MetricsSource; readonly registry: Registry }> {
  const client = await loadMetricsClient();
  const given = option === true ? undefined : (option.registry as Registry | undefined);
  const registry = given ?? (await openMetricsRegistry());
  if (!registry.getSingleMetric('process_cpu_seconds_total')) client.collectDefaultMetrics({ register: registry });
  const durations = durationsOf(client, registry);
  const running = runningOf(client, registry);
  return {
    registry,
    source: { read: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }) },
    observer: async (seen, next) => {
      const began = performance.now();
      running.inc();
      const outcome = await next();
      running.dec();
      durations.observe(labelsOf(seen, outcome), (performance.now() - began) / 1000);
      return outcome;
    },
  };
}

export async function loadMetricsClient(): Promise<Client> {
  return (await loadPackage(packageNeeds.metrics, () => import('prom-client'))).default;
}

/** A registry whose text is OpenMetrics. */
export async function openMetricsRegistry(): Promise<Registry> {
  const { Registry: Constructor } = await loadMetricsClient();
  const registry = new Constructor();
  registry.setContentType(Constructor.OPENMETRICS_CONTENT_TYPE as never);
  return registry;
}

function labelsOf({ req, pattern, version, route }: Observation, { status }: Outcome) {
  return {
    method: methodName(req.method),
    route: pattern ?? '',
    status: String(status),
    version: version ?? '',
    deprecated: String(Boolean(route?.deprecation)),
  };
}

/** Counts the calls that `usage` counts; consumers are no label, because clients can make them up. */
export async function exposeUsage(registry: Registry, totals: () => readonly UsageTotal[]): Promise<void> {
  const { Counter } = await loadMetricsClient();
  const name = 'api_calls_total';
  const help = 'Calls to operations of the API, and whether a brownout or a sunset refused them.';
  shared(
    registry,
    name,
    () =>
      new Counter({
        name,
        help,
        labelNames: ['version', 'operation', 'refused'],
        registers: [registry],
        collect() {
          this.reset();
          for (const { version, operation, calls, refused } of totals())
            for (const [label, count] of [
              ['false', calls - refused],
              ['true', refused],
            ] as const)
              if (count > 0) this.inc({ version: version ?? '', operation, refused: label }, count);
        },
      }),
  );
}

/** Apps that share a registry share their metrics. */
function shared<M extends Metric>(registry: Registry, name: string, create: () => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? create();
}

function durationsOf({ Histogram: Constructor }: Client, registry: Registry): Histogram<(typeof labelNames)[number]> {
  const name = 'http_request_duration_seconds';
  const help = 'Duration of HTTP requests, until the answer was sent.';
  return shared(
    registry,
    name,
    () => new Constructor({ name, help, labelNames, buckets: [...durationBuckets], registers: [registry] }),
  );
}

function runningOf({ Gauge: Constructor }: Client, registry: Registry): Gauge {
  const name = 'http_requests_in_flight';
  const help = 'HTTP requests that have no complete answer yet.';
  return shared(registry, name, () => new Constructor({ name, help, registers: [registry] }));
}

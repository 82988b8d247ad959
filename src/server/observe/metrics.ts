import type { Gauge, Histogram, Metric, Registry } from 'prom-client';
import type { MetricsSource } from '../../routing/table/app-tokens.js';
import type { MetricsOptions } from '../../routing/table/observing-options.js';
import { durationBuckets, methodName } from './http-conventions.js';
import { loadPackage } from './load-package.js';
import type { Observation, Observer, Outcome } from './observation.js';

type Client = typeof import('prom-client');

const labelNames = ['method', 'route', 'status', 'version', 'deprecated'] as const;

/** Counts and times requests for Prometheus; every label has a bounded set of values. */
export async function openMetrics(
  option: true | MetricsOptions,
): Promise<{ readonly observer: Observer; readonly source: MetricsSource }> {
  const client = await loadMetricsClient();
  const given = option === true ? undefined : (option.registry as Registry | undefined);
  const registry = given ?? (await openMetricsRegistry());
  if (!registry.getSingleMetric('process_cpu_seconds_total')) client.collectDefaultMetrics({ register: registry });
  const durations = durationsOf(client, registry);
  const running = runningOf(client, registry);
  return {
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
  const need = { option: 'metrics', package: 'prom-client' };
  return (await loadPackage(need, () => import('prom-client'))).default;
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

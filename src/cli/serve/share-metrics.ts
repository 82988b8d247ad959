import cluster, { type Worker } from 'node:cluster';
import type { Registry } from 'prom-client';
import { METRICS, type MetricsSource } from '../../routing/table/app-tokens.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { loadMetricsClient, openMetricsRegistry } from '../../server/observe/metrics.js';
import { provide } from '../../wiring/provide.js';

/** What the workers and their primary process send each other, so that whichever worker is scraped answers for all. */
type MetricsMessage =
  | { readonly type: 'ask-metrics'; readonly question: number }
  | { readonly type: 'send-metrics'; readonly question: number; readonly asker: number; readonly of: number }
  | {
      readonly type: 'sent-metrics';
      readonly question: number;
      readonly asker: number;
      readonly of: number;
      readonly metrics: readonly WrittenMetric[];
    };

/** How long a worker waits for the metrics of the others, in milliseconds: one of them may be about to exit. */
const longestWait = 1000;

/** In the primary process: passes questions and answers between the workers. */
export function relayMetrics(): void {
  cluster.on('message', (sender, message: MetricsMessage) => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
    if (message.type === 'ask-metrics') {
      const question = { ...message, type: 'send-metrics', asker: sender.id, of: workers.length };
      for (const worker of workers) worker.send(question);
    } else if (message.type === 'sent-metrics') {
      workers.find(({ id }) => id === message.asker)?.send(message);
    }
  });
}

/** In a worker: the options of a service whose metrics are the sum of those of all workers. */
export async function shareMetrics(options: ServiceOptions): Promise<ServiceOptions> {
  const { metrics, providers = [] } = options;
  if (!metrics) return options;
  const given = metrics === true ? {} : metrics;
  const registry = (given.registry as Registry | undefined) ?? (await openMetricsRegistry());
  const shared = provide(METRICS, { useValue: await openShared(registry, cluster.worker!) });
  return { ...options, metrics: { ...given, registry }, providers: [...providers, shared] };
}

interface WrittenMetric {
  readonly type: string;
  readonly name: string;
}

/** OpenMetrics writes `_total` behind the names of counters; prom-client leaves it in those that it aggregates. */
const withoutTotal = (metrics: readonly WrittenMetric[]) =>
  metrics.map((metric) =>
    metric.type === 'counter' ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric,
  );

async function openShared(registry: Registry, worker: Worker): Promise<MetricsSource> {
  const { AggregatorRegistry } = await loadMetricsClient();
  const waiting = new Map<number, (metrics: readonly WrittenMetric[], of: number) => void>();
  let asked = 0;
  worker.on('message', (message: MetricsMessage) => {
    if (message.type === 'sent-metrics') waiting.get(message.question)?.(message.metrics, message.of);
    if (message.type !== 'send-metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => worker.send({ ...message, type: 'sent-metrics', metrics }));
  });

  async function askAll(): Promise<(readonly WrittenMetric[])[]> {
    const question = (asked += 1);
    const answers: (readonly WrittenMetric[])[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestWait);
      waiting.set(question, (metrics, of) => {
        if (answers.push(metrics) === of) resolve(clearTimeout(timer));
      });
      worker.send({ type: 'ask-metrics', question });
    });
    waiting.delete(question);
    return answers;
  }

  return {
    read: async () => {
      const contentType: string = registry.contentType;
      const answers = await askAll();
      const isOpen = contentType === AggregatorRegistry.OPENMETRICS_CONTENT_TYPE;
      const sum = AggregatorRegistry.aggregate(isOpen ? answers.map(withoutTotal) : answers);
      sum.setContentType(registry.contentType);
      return { mediaType: registry.contentType, text: await sum.metrics() };
    },
  };
}

import type { Registry } from 'prom-client';
import type { BootProblem } from '../../report/boot-problem.js';
import { provide, type Provider } from '../../wiring/provide.js';
import { METRICS } from '../../routing/table/app-tokens.js';
import { BootError } from '../../routing/table/boot-error.js';
import { checkOptions } from '../../routing/table/check-options.js';
import type { MetricsOptions } from '../../routing/table/observing-options.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { accessLog } from './access-log.js';
import { openMetrics } from './metrics.js';
import type { Observer } from './observation.js';
import { sendRequestId } from './request-id.js';
import { openTelemetry } from './telemetry.js';

/** What the options of an app ask for around its requests. */
export interface Observing {
  /** The first is outermost. */
  readonly observers: readonly Observer[];
  readonly providers: readonly Provider[];
  readonly problems: readonly BootProblem[];
  /** Where there are metrics. */
  readonly registry: Registry | null;
}

/** Opens the observers that an app's options ask for; loads only the packages behind those. */
export async function openObservers(options: ServiceOptions): Promise<Observing> {
  const observers: Observer[] = [];
  const providers: Provider[] = [];
  const problems: BootProblem[] = [];
  let registry: Registry | null = null;
  const open = (opening: Promise<Observer>) =>
    opening.then(
      (observer) => void observers.push(observer),
      (error: unknown) => {
        if (!(error instanceof BootError)) throw error;
        problems.push(...error.problems);
      },
    );
  const withMetrics = async (option: true | MetricsOptions) => {
    const { observer, source, registry: opened } = await openMetrics(option);
    registry = opened;
    providers.push(provide(METRICS, { useValue: source }));
    return observer;
  };
  if (checkOptions(options).length > 0) return { observers, providers, problems, registry };
  if (options.telemetry) await open(openTelemetry());
  if (options.requestId) observers.push(sendRequestId);
  if (options.metrics) await open(withMetrics(options.metrics));
  if (options.accessLog) await open(accessLog(options.accessLog));
  return { observers, providers, problems, registry };
}

import type { Problem } from '../../report/problem.js';
import { provide, type Provider } from '../../wiring/provide.js';
import { METRICS } from '../../routing/table/app-tokens.js';
import { checkOptions } from '../../routing/table/check-options.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { accessLog } from './access-log.js';
import { openMetrics } from './metrics.js';
import type { Observer } from './observation.js';
import { sendRequestId } from './request-id.js';
import { loadTelemetryApi, telemetry, telemetryMissing } from './telemetry.js';

/** What the options of an app ask for around its requests. */
export interface Observing {
  /** The first is outermost. */
  readonly observers: readonly Observer[];
  readonly providers: readonly Provider[];
  readonly problems: readonly Problem[];
}

/** Opens the observers that an app's options ask for; loads only the packages behind those. */
export async function openObservers(options: ServiceOptions): Promise<Observing> {
  if (checkOptions(options).length > 0) return { observers: [], providers: [], problems: [] };
  const observers: Observer[] = [];
  const providers: Provider[] = [];
  const problems: Problem[] = [];
  if (options.telemetry) {
    const api = await loadTelemetryApi();
    if (api) observers.push(telemetry(api));
    else problems.push(telemetryMissing);
  }
  if (options.requestId) observers.push(sendRequestId);
  if (options.metrics) {
    const { observer, source } = await openMetrics(options.metrics);
    observers.push(observer);
    providers.push(provide(METRICS, { useValue: source }));
  }
  if (options.accessLog) observers.push(await accessLog(options.accessLog));
  return { observers, providers, problems };
}

import type { ServiceOptions } from '../../routing/table/service-options.js';
import { accessLog } from './access-log.js';
import type { Observer } from './observation.js';
import { sendRequestId } from './request-id.js';

/** The observers that an app's options ask for, the outermost first. Loads the packages behind them. */
export async function openObservers(options: ServiceOptions): Promise<readonly Observer[]> {
  const observers: Observer[] = [];
  if (options.requestId) observers.push(sendRequestId);
  if (options.accessLog) observers.push(await accessLog(options.accessLog));
  return observers;
}

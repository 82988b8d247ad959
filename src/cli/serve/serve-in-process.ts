import { isoDay } from '../../text/date.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import type { ReadyService } from './prepare-to-serve.js';
import { shareMetrics } from './share-metrics.js';
import { startService } from './start-service.js';
import { startUpSummary } from './start-up-summary.js';
import { waitForStop } from './wait-for-stop.js';

/** Starts the service in this process, prints the summary, and serves until asked to stop. */
export async function serveAlone(ready: ReadyService, warnings: number, io: Io): Promise<number> {
  const running = await startService(ready, io);
  const stopped = waitForStop(io, () => running.close());
  printSummary(ready, { url: running.url, workers: 1, warnings }, io);
  await stopped;
  return 0;
}

/** Prints the address of the service and its parts. */
export function printSummary(
  { service, parts, options }: ReadyService,
  facts: { readonly url: string; readonly workers: number; readonly warnings: number },
  io: Io,
): void {
  const { definition, table } = service;
  const today = options.now?.() ?? io.now();
  const isRehearsal = isoDay(today) !== isoDay(io.now());
  const summary = { definition, routes: table.routes, parts, ...facts, today, isRehearsal };
  io.stdout.write(startUpSummary(summary, coloursFor(io.stdout, io.env)));
}

/** Serves as one of several processes, and reports to the primary process. */
export async function serveAsWorker(ready: ReadyService, io: Io): Promise<number> {
  try {
    const running = await startService({ ...ready, options: await shareMetrics(ready.options) }, io);
    const stopped = waitForStop(io, () => running.close());
    await io.tellParent({ type: 'listening', url: running.url });
    await stopped;
    return 0;
  } catch (error) {
    await io.tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    return 1;
  }
}

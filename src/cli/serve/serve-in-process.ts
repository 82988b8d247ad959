import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import type { ReadyService } from './prepare-to-serve.js';
import { startService } from './start-service.js';
import { startUpSummary } from './start-up-summary.js';
import { waitForStop } from './wait-for-stop.js';

/** Starts, says so, and serves in this process until it is asked to stop. */
export async function serveAlone(ready: ReadyService, warnings: number, io: Io): Promise<number> {
  const running = await startService(ready, io);
  const stopped = waitForStop(io, () => running.close());
  printSummary(ready, { url: running.url, workers: 1, warnings }, io);
  await stopped;
  return 0;
}

/** Says once where the service is, and what stands behind it. */
export function printSummary(
  { service, parts }: ReadyService,
  facts: { readonly url: string; readonly workers: number; readonly warnings: number },
  io: Io,
): void {
  const { definition, table } = service;
  io.stdout.write(startUpSummary({ definition, routes: table.routes, parts, ...facts }, coloursFor(io.stdout, io.env)));
}

/** Serves in one of several processes, and tells the first process how that went. */
export async function serveAsWorker(ready: ReadyService, io: Io): Promise<number> {
  try {
    const running = await startService(ready, io);
    const stopped = waitForStop(io, () => running.close());
    await io.tellParent({ type: 'listening', url: running.url });
    await stopped;
    return 0;
  } catch (error) {
    await io.tellParent({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    return 1;
  }
}

import type { Io } from '../io.js';
import type { ReadyService } from './prepare-to-serve.js';
import { startService } from './start-service.js';
import { waitForStop } from './wait-for-stop.js';

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

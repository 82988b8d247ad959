import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io, ParentMessage } from '../io.js';
import type { ReadyService } from './prepare-to-serve.js';
import { relayMetrics } from './share-metrics.js';
import { printSummary } from './serve-in-process.js';
import { waitForStop } from './wait-for-stop.js';
import { availableParallelism } from 'node:os';

/** The pause before a crashed worker is replaced, in milliseconds. */
const restartPause = 1000;

/** Serves in `count` processes on one port, and replaces a worker that exits. */
export async function serveWithWorkers(
  ready: ReadyService,
  count: number,
  warnings: number,
  typed: readonly string[],
  io: Io,
): Promise<number> {
  cluster.setupPrimary({ exec: io.script, args: ['serve', ...typed] });
  if (ready.options.metrics) relayMetrics();
  const workers = Array.from({ length: count }, () => cluster.fork());
  let isStopping = false;
  const stopAll = async () => {
    isStopping = true;
    await Promise.all(liveWorkers().map(stopWorker));
  };
  const stopped = waitForStop(io, stopAll, () => liveWorkers().forEach((worker) => worker.process.kill('SIGKILL')));

  const addresses = await Promise.race([Promise.all(workers.map(listening)), stopped.then(() => null)]).catch(
    async (error: unknown) => {
      await stopAll();
      throw error;
    },
  );
  if (!addresses) return 0;
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return;
    io.stderr.write(`Worker ${worker.process.pid} exited with ${signal ?? `code ${code}`}. Starting another one.\n`);
    void delay(restartPause, undefined, { ref: false }).then(() => (isStopping ? null : cluster.fork()));
  });
  printSummary(ready, { url: addresses[0]!, workers: count, warnings }, io);
  await stopped;
  return 0;
}

const liveWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined && !worker.isDead());

/** Resolves to the address of a worker; rejects if it cannot listen. */
function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ParentMessage) => {
      if (message.type === 'listening') resolve(message.url);
      if (message.type === 'failed') reject(new CommandFailure(message.message, 1));
    });
    worker.once('exit', (code, signal) =>
      reject(new CommandFailure(`A worker exited with ${signal ?? `code ${code}`} before it was ready.`, 1)),
    );
  });
}

/** Asks a worker to drain, and resolves when it has exited. */
function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    // One that ends meanwhile has nothing left to stop: without a callback, its closed channel is an error of the primary process.
    if (worker.isConnected()) worker.send('svc:stop', () => {});
    else worker.process.kill('SIGTERM');
  });
}

/** The number of processes; `auto` is one per processor. */
export function readWorkers(text: string | undefined): number {
  if (text === undefined) return 1;
  if (text === 'auto') return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count === 0)
    throw usageError(
      `--workers ${JSON.stringify(text)} is not a number of processes. Use 1 to 999, or auto for one per processor.`,
    );
  return count;
}

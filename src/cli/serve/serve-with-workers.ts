import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io, ParentMessage } from '../io.js';
import type { ReadyService } from './prepare-to-serve.js';
import { printSummary } from './serve-in-process.js';
import { waitForStop } from './wait-for-stop.js';
import { availableParallelism } from 'node:os';

/** A worker that ends on its own is replaced after this pause, in milliseconds. */
const restartPause = 1000;

/** Serves in `count` processes on one port; a worker that ends on its own is replaced. */
export async function serveWithWorkers(
  ready: ReadyService,
  count: number,
  warnings: number,
  typed: readonly string[],
  io: Io,
): Promise<number> {
  cluster.setupPrimary({ exec: io.script, args: ['serve', ...typed] });
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
    io.stderr.write(
      `Worker ${worker.process.pid} ended with ${signal ?? `exit code ${code}`}; another one takes its place.\n`,
    );
    void delay(restartPause, undefined, { ref: false }).then(() => (isStopping ? null : cluster.fork()));
  });
  printSummary(ready, { url: addresses[0]!, workers: count, warnings }, io);
  await stopped;
  return 0;
}

const liveWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined && !worker.isDead());

/** The address that a worker listens on; rejects when it does not come to that. */
function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ParentMessage) => {
      if (message.type === 'listening') resolve(message.url);
      if (message.type === 'failed') reject(new CommandFailure(message.message, 1));
    });
    worker.once('exit', (code, signal) =>
      reject(new CommandFailure(`A worker ended with ${signal ?? `exit code ${code}`} before it listened.`, 1)),
    );
  });
}

/** Asks a worker to drain, and resolves when it is gone. */
function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    if (worker.isConnected()) worker.send('svc:stop');
    else worker.process.kill('SIGTERM');
  });
}

/** How many processes serve: a number, or one per processor for `auto`. */
export function readWorkers(text: string | undefined): number {
  if (text === undefined) return 1;
  if (text === 'auto') return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count === 0)
    throw usageError(
      `--workers ${JSON.stringify(text)} is not a number of processes. Write 1 to 999, or auto for one per processor.`,
    );
  return count;
}

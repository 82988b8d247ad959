import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-shares/fair-queue.js';

/** What the thread runs: plain JavaScript, so that it needs no file of its own. */
const script = `
  const { parentPort } = require('node:worker_threads');
  // On Linux a priority belongs to a thread, elsewhere to the whole process.
  if (process.platform === 'linux') try { require('node:os').setPriority(5); } catch {}
  parentPort.on('message', ({ source, flags, keys }) => {
    const pattern = new RegExp(source, flags);
    parentPort.postMessage(keys.filter((key) => pattern.test(key)));
  });`;

/** A batch took longer than it may. */
export class PatternTimeout extends Error {
  override readonly name = 'PatternTimeout';
}

/** Matches patterns that backtrack in a thread of lower priority, where they stop nobody; clients take turns. It starts when first needed. */
export class PatternWorker {
  readonly #queue = new FairQueue({ work: 'listings', concurrency: 1, limit: 256 });
  #worker: Worker | null = null;

  constructor(private readonly timeoutMs: number) {}

  /** The keys that match. Rejects with a `PatternTimeout`, or with `QueueFull` if too many batches wait. */
  filter(pattern: RegExp, keys: readonly string[], client: string): Promise<readonly string[]> {
    return this.#queue.run(() => this.#filterNow(pattern, keys), { client });
  }

  /** Whether batches of the client are under way or wait. */
  isServing(client: string): boolean {
    return this.#queue.isServing(client);
  }

  async onShutdown(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #filterNow({ source, flags }: RegExp, keys: readonly string[]): Promise<readonly string[]> {
    const worker = (this.#worker ??= await startWorker());
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new PatternTimeout('The pattern takes too long.')), this.timeoutMs);
        const settle = (act: () => void) => () => {
          clearTimeout(timer);
          act();
        };
        worker.once('message', (kept: readonly string[]) => settle(() => resolve(kept))());
        worker.once('error', (error) => settle(() => reject(error as Error))());
        worker.postMessage({ source, flags, keys });
      });
    } catch (error) {
      this.#worker = null;
      void worker.terminate();
      throw error;
    } finally {
      worker.removeAllListeners();
      // An idle thread does not keep the process alive.
      worker.unref();
    }
  }
}

/** A thread that has started, so that its start takes nothing of a batch's time. */
async function startWorker(): Promise<Worker> {
  const worker = new Worker(script, { eval: true });
  await new Promise<void>((resolve, reject) => worker.once('online', resolve).once('error', reject));
  worker.removeAllListeners();
  return worker;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../fair-shares/fair-queue.js';

/** What the thread runs: plain JavaScript, so that it needs no file of its own. It watches its own time, whatever the event loop does. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { createContext, Script } = require('node:vm');
  // On Linux a priority belongs to a thread, elsewhere to the whole process.
  if (process.platform === 'linux') try { require('node:os').setPriority(5); } catch {}
  const filter = new Script('keys.filter((key) => pattern.test(key))');
  const context = createContext({});
  parentPort.on('message', ({ source, flags, keys }) => {
    Object.assign(context, { pattern: new RegExp(source, flags), keys });
    let kept = null;
    try { kept = Array.from(filter.runInContext(context, { timeout: workerData })); } catch {}
    parentPort.postMessage(kept);
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
    const worker = (this.#worker ??= new Worker(script, { eval: true, workerData: this.timeoutMs }));
    worker.ref();
    const ended = new AbortController();
    try {
      worker.postMessage({ source, flags, keys });
      const exit = once(worker, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('The thread for patterns ended.');
      });
      const [kept] = await Promise.race([once(worker, 'message', { signal: ended.signal }), exit]);
      if (kept === null) throw new PatternTimeout('The pattern takes too long.');
      return kept as readonly string[];
    } catch (error) {
      if (!(error instanceof PatternTimeout)) this.#worker = null;
      throw error;
    } finally {
      ended.abort();
      // An idle thread does not keep the process alive.
      worker.unref();
    }
  }
}

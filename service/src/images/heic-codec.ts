import { Worker } from 'node:worker_threads';

interface Operations {
  encode: { input: { rgba: Uint8Array; width: number; height: number }; answer: { bytes: Uint8Array } };
  decode: { input: { bytes: Uint8Array }; answer: { width: number; height: number } };
}

interface Call {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Message {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

export interface HeicCodecOptions {
  /** For one picture. */
  readonly timeoutMs: number;
  /** The maximum that the codec may hold at a time. */
  readonly memoryBytes: number;
}

/** HEVC still images, encoded and decoded in a thread that starts when first needed and restarts after a failure. */
export class HeicCodec {
  #worker: Worker | null = null;
  #calls = new Map<number, Call>();
  #lastId = 0;

  constructor(private readonly options: HeicCodecOptions) {}

  /** Encodes 8-bit RGBA pixels; the encoder has no quality setting. */
  async encode(rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
    return (await this.#call('encode', { rgba, width, height })).bytes;
  }

  /** Decodes the first image and returns its size; throws when the bytes are not a complete HEIC image. */
  decode(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
    return this.#call('decode', { bytes });
  }

  async onShutdown(): Promise<void> {
    this.#failAll(new Error('The HEIC codec was shut down.'));
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #call<Name extends keyof Operations>(
    operation: Name,
    input: Operations[Name]['input'],
  ): Promise<Operations[Name]['answer']> {
    const worker = this.#start();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#break(worker, `The HEIC codec took longer than ${this.options.timeoutMs} ms.`),
        this.options.timeoutMs,
      );
      this.#calls.set(id, { resolve, reject, timer });
      worker.ref();
      worker.postMessage({ id, operation, input });
    });
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./heic-worker.mjs', import.meta.url), {
      workerData: { memoryBytes: this.options.memoryBytes },
    });
    worker.on('message', (message: Message) => this.#settle(worker, message));
    worker.on('error', (error) =>
      this.#break(worker, `The HEIC codec failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    worker.on('exit', () => this.#break(worker, 'The HEIC codec ended.'));
    this.#worker = worker;
    return worker;
  }

  #settle(worker: Worker, { id, answer, failure }: Message): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    clearTimeout(call.timer);
    // An idle codec does not keep the process alive.
    if (this.#calls.size === 0) worker.unref();
    if (failure === undefined) call.resolve(answer as never);
    else call.reject(new Error(failure));
  }

  #break(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#failAll(new Error(reason));
    void worker.terminate();
  }

  #failAll(error: Error): void {
    for (const { reject, timer } of this.#calls.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#calls.clear();
  }
}

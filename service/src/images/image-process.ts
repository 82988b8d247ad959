import { type ChildProcess, fork } from 'node:child_process';
import type { ImageFit, ImageFormat } from './image-format.js';
import { NotAnImage } from './not-an-image.js';

interface Picture {
  readonly width: number;
  readonly height: number;
}

export interface Inspection extends Picture {
  readonly format: string;
}

export interface Rendering {
  /** The drawing to render. */
  readonly svg: string;
  readonly width: number;
  readonly height?: number | undefined;
  readonly fit: ImageFit;
  readonly format: ImageFormat;
  readonly quality?: number | undefined;
}

interface Bytes {
  readonly bytes: Uint8Array;
  readonly pixelLimit: number;
}

/** What image-worker.mjs does. */
export interface ImageOperations {
  /** A digest of a drawing and of the software that renders it. */
  fingerprint: { input: { readonly svg: string }; answer: string };
  render: { input: Rendering; answer: Picture & { readonly bytes: Uint8Array } };
  /** Reads what an image says of itself. */
  inspect: { input: Bytes; answer: Inspection };
  /** Decodes an image completely. */
  decode: { input: Bytes & Inspection; answer: undefined };
}

interface Call {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Message {
  readonly id: number;
  readonly answer?: unknown;
  readonly refusal?: string;
  readonly failure?: string;
}

/** The process ended, or was ended because it took too long. */
export class ImageProcessEnded extends Error {
  override readonly name = 'ImageProcessEnded';
}

export interface ImageProcessOptions {
  /** Pictures at a time. */
  readonly concurrency: number;
  /** 0 to 19; a process of a higher number leaves the processors to those of a lower one. */
  readonly priority: number;
  /** For one picture. */
  readonly timeoutMs: number;
  /** The most that the HEIC codec may hold at a time. */
  readonly memoryBytes: number;
}

/**
 * Works on pictures in a process of a priority of its own, which starts when first needed and again after a failure. Threads would not do:
 * sharp and the file system share the threads of a process, and a decoder that crashes ends it.
 */
export class ImageProcess {
  #child: ChildProcess | null = null;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;

  constructor(private readonly options: ImageProcessOptions) {}

  /** Rejects with `NotAnImage`, or with `ImageProcessEnded`. */
  call<Name extends keyof ImageOperations>(
    operation: Name,
    input: ImageOperations[Name]['input'],
  ): Promise<ImageOperations[Name]['answer']> {
    const child = this.#start();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const { timeoutMs } = this.options;
      const timer = setTimeout(() => this.#end(child, `took longer than ${timeoutMs / 1_000} s`), timeoutMs);
      this.#calls.set(id, { resolve, reject, timer });
      keepAlive(child, true);
      child.send({ id, operation, input }, (error) => {
        if (error) this.#end(child, 'ended');
      });
    });
  }

  onShutdown(): void {
    if (this.#child) this.#end(this.#child, 'was shut down');
  }

  #start(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const { concurrency, priority, memoryBytes } = this.options;
    const child = fork(new URL('./image-worker.mjs', import.meta.url), [JSON.stringify({ memoryBytes, priority })], {
      serialization: 'advanced',
      execArgv: [],
      // What decodes the bytes of strangers knows no secrets.
      env: { UV_THREADPOOL_SIZE: String(concurrency) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message) => this.#settle(child, message as Message));
    child.on('error', (error) => this.#end(child, `failed (${error.message})`));
    child.on('exit', () => this.#end(child, 'ended'));
    this.#child = child;
    return child;
  }

  #settle(child: ChildProcess, { id, answer, refusal, failure }: Message): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    clearTimeout(call.timer);
    if (this.#calls.size === 0) keepAlive(child, false);
    if (refusal !== undefined) call.reject(new NotAnImage(refusal));
    else if (failure !== undefined) call.reject(new Error(failure));
    else call.resolve(answer as never);
  }

  #end(child: ChildProcess, what: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const { reject, timer } of this.#calls.values()) {
      clearTimeout(timer);
      reject(new ImageProcessEnded(`The image process ${what}. Try again in a moment.`));
    }
    this.#calls.clear();
    keepAlive(child, false);
    child.kill('SIGKILL');
  }
}

/** An idle process does not keep the service alive. */
function keepAlive(child: ChildProcess, needed: boolean): void {
  const change = needed ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

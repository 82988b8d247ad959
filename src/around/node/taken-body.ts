/** Bytes that wait for their reader; an application that writes more has to wait. */
export const enough = 64 * 1024;

/** A body in the making: what is written, as chunks in their order. */
export class TakenBody implements AsyncIterable<Uint8Array> {
  readonly #onDrain: () => void;
  #chunks: Buffer[] = [];
  #waiting = 0;
  #isFull = false;
  #hasEnded = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  /** `onDrain` is called when more may be written. */
  constructor(onDrain: () => void) {
    this.#onDrain = onDrain;
  }

  /** Whether its writer has to wait. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether more may be written at once, as `write` of a stream says it. Without a reader, nothing is kept. */
  write(chunk: string | Uint8Array, encoding?: BufferEncoding): boolean {
    if (this.#error !== null || this.#hasEnded) return true;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    this.#chunks.push(bytes);
    this.#waiting += bytes.length;
    this.#isFull = this.#waiting >= enough;
    this.#wakeReader();
    return !this.#isFull;
  }

  end(): void {
    this.#hasEnded = true;
    this.#wakeReader();
  }

  /** Breaks the body off for its reader. */
  fail(error: Error): void {
    if (this.#hasEnded) return;
    this.#error ??= error;
    this.#wakeReader();
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#take();
        yield* chunks;
        if (this.#chunks.length > 0) continue;
        if (this.#error !== null) throw this.#error;
        if (this.#hasEnded) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      // A reader that stops wants nothing more.
      this.#error ??= new Error('Nobody reads this body.');
      this.#take();
    }
  }

  #take(): readonly Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#waiting = 0;
    if (this.#isFull) {
      this.#isFull = false;
      this.#onDrain();
    }
    return chunks;
  }
}

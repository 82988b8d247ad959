/** Bytes that an answer may hold for a reader that is slower. */
const heldBytes = 64 * 1024;

/** The body of a Response that is written piece by piece. */
export class BodyStream {
  readonly readable: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #waiting: (() => void) | undefined;

  /** `onCancel`: the reader has left. */
  constructor(onCancel: () => void) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#proceed(),
        cancel: () => {
          onCancel();
          this.#proceed();
        },
      },
      { highWaterMark: heldBytes, size: (chunk) => chunk.byteLength },
    );
  }

  /** Takes a copy of some bytes, and calls back when it takes more. */
  write(chunk: Uint8Array, proceed: () => void): void {
    this.#controller.enqueue(new Uint8Array(chunk));
    if (this.#controller.desiredSize! > 0) proceed();
    else this.#waiting = proceed;
  }

  close(): void {
    this.#controller.close();
  }

  fail(error: Error): void {
    this.#controller.error(error);
    this.#proceed();
  }

  #proceed(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.();
  }
}

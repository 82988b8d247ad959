/** Milliseconds between two looks at the real time. */
const step = 250;

/** The time as of a quarter of a second ago at most: reading the real time costs more than counting a call. */
export class CoarseClock {
  #now = Date.now();
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#now = Date.now();
    }, step).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#now;
}

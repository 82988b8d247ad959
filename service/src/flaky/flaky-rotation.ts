/** Fails a number of times, then recovers once, and begins again. */
export class FlakyRotation {
  #calls = 0;

  constructor(readonly failures: number) {}

  /** True when this call is one that fails. */
  next(): boolean {
    const position = this.#calls % (this.failures + 1);
    this.#calls += 1;
    return position < this.failures;
  }
}

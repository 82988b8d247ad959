import type { Figures } from '../scenario.js';

/** Counts what a scenario sees; the peaks of memory and recovery are the largest that were noted. */
export class Tally {
  #requests = 0;
  #undeclared = 0;
  #lost = 0;
  #twice = 0;
  #peakMegabytes: number | null = null;
  #recoverySeconds: number | null = null;
  readonly #broken = new Set<string>();

  /** An answer of an operation that declares these statuses of 500 or more. */
  answer(status: number, text: string, declared: readonly number[] = [503]): void {
    this.#requests += 1;
    if (status < 500 || declared.includes(status)) return;
    this.#undeclared += 1;
    if (this.#undeclared <= 3) this.expect(false, `an answer was ${status}: ${text.slice(0, 200)}`);
  }

  /** Requests without an answer. */
  unanswered(count = 1): void {
    this.#requests += count;
  }

  lost(count: number, what: string): void {
    this.#lost += count;
    this.expect(count === 0, `${count} ${what}`);
  }

  twice(count: number, what: string): void {
    this.#twice += count;
    this.expect(count === 0, `${count} ${what}`);
  }

  memory(megabytes: number): void {
    this.#peakMegabytes = Math.max(this.#peakMegabytes ?? 0, megabytes);
  }

  recovered(seconds: number): void {
    this.#recoverySeconds = Math.max(this.#recoverySeconds ?? 0, seconds);
  }

  /** Notes a promise that does not hold. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.#broken.add(otherwise);
  }

  get requests(): number {
    return this.#requests;
  }

  get figures(): Figures {
    return {
      requests: this.#requests,
      lost: this.#lost,
      twice: this.#twice,
      undeclared: this.#undeclared,
      peakMegabytes: this.#peakMegabytes,
      recoverySeconds: this.#recoverySeconds,
    };
  }

  outcome(note: string) {
    return { figures: this.figures, note, broken: [...this.#broken].slice(0, 10) };
  }
}

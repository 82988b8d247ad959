import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import type { Tally } from './tally.js';

/** A busy machine may take a second to answer; a loop that waits for something takes longer. */
const mostSilentSeconds = 5;

/** Asks a service all the time whether it is alive, and knows its longest silence. */
export class LiveProbe {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #asking: Promise<void>;
  readonly #tally: Tally;
  #over = false;
  #longestSeconds = 0;

  constructor(origin: string, tally: Tally) {
    this.#tally = tally;
    this.#asking = this.#ask(origin);
  }

  /** Ends the questions, and notes a silence that was too long; resolves to the longest, in seconds. */
  async end(): Promise<number> {
    this.#over = true;
    await this.#asking;
    this.#agent.destroy();
    this.#tally.expect(
      this.#longestSeconds < mostSilentSeconds,
      `/api/health/live was silent for ${this.#longestSeconds.toFixed(1)} s`,
    );
    return this.#longestSeconds;
  }

  async #ask(origin: string): Promise<void> {
    const request = { method: 'GET', path: '/api/health/live', headers: {} };
    while (!this.#over) {
      const start = performance.now();
      try {
        const { status, text } = await sendRequest(origin, request, { agent: this.#agent, timeoutMs: 30_000 });
        this.#tally.answer(status, text);
        this.#tally.expect(status === 200, `/api/health/live was answered with ${status}`);
      } catch (error) {
        this.#tally.expect(this.#over, `/api/health/live got no answer: ${String(error)}`);
      }
      this.#longestSeconds = Math.max(this.#longestSeconds, (performance.now() - start) / 1_000);
      await sleep(25);
    }
  }
}

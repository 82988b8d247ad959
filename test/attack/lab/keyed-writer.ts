import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import type { Tally } from './tally.js';

export interface Load {
  /** Ends the writers after their current write. */
  over: boolean;
  /** The address to send to; another turn may give another process. */
  origin(turn: number): string;
}

/** While processes are killed all the time, a busy machine may have none that listens for long. */
const mostSeconds = 300;

/** A client that writes one entry after the other, each with its own key, and sends an unanswered one again until it is answered. */
export class KeyedWriter {
  readonly #name: string;
  readonly #load: Load;
  readonly #tally: Tally;
  readonly acknowledged: string[] = [];
  retried = 0;

  constructor(name: string, load: Load, tally: Tally) {
    this.#name = name;
    this.#load = load;
    this.#tally = tally;
  }

  async run(): Promise<void> {
    for (let index = 0; !this.#load.over; index += 1) {
      const memo = `${this.#name}-${index}`;
      await this.#write(memo);
      this.acknowledged.push(memo);
    }
  }

  async #write(memo: string): Promise<void> {
    let isRetry = false;
    const start = performance.now();
    const seen = new Map<string, number>();
    for (let turn = this.acknowledged.length; ; turn += 1) {
      const status = await this.#send(memo, turn);
      if (status === 201) return;
      const name = String(status ?? (status === null ? 'broken off' : 'refused'));
      seen.set(name, (seen.get(name) ?? 0) + 1);
      if (performance.now() - start > mostSeconds * 1_000) {
        const tries = [...seen].map(([answer, times]) => `${times} × ${answer}`).join(', ');
        throw new Error(`The write ${memo} was not accepted within ${mostSeconds} s: ${tries}.`);
      }
      if (status === null && !isRetry) this.retried += 1;
      isRetry ||= status === null;
      if (typeof status === 'number' && status !== 409 && status !== 503)
        throw new Error(`The write ${memo} was answered with ${status}.`);
      await sleep(typeof status === 'number' ? 50 : 20);
    }
  }

  /** The status of the answer; null without one, and undefined when no process accepted the connection. */
  async #send(memo: string, turn: number): Promise<number | null | undefined> {
    const headers = { 'idempotency-key': memo };
    const body = JSON.stringify({ memo, amount: 1 });
    try {
      const request = { method: 'POST', path: '/api/ledger', headers, body };
      const { status, text } = await sendRequest(this.#load.origin(turn), request, { timeoutMs: 10_000 });
      this.#tally.answer(status, text);
      return status;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
      this.#tally.unanswered();
      return null;
    }
  }
}

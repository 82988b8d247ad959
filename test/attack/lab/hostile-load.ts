import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ContractRequest, sendRequest } from '../../contract/send-request.js';
import type { Tally } from './tally.js';

export interface HostileRequests {
  /** Requests at a time. */
  readonly connections: number;
  /** The request of a number; its headers name its client. */
  request(number: number): ContractRequest;
}

/** Milliseconds after which a refused request is followed by the next: without a pause, the client itself takes the processors. */
const pauseMs = 100;

/** Clients that send one request after the other until they leave. */
export class HostileLoad {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: Promise<unknown>;
  #sent = 0;
  #over = false;

  constructor(origin: string, { connections, request }: HostileRequests, tally: Tally) {
    const client = async () => {
      while (!this.#over) {
        try {
          const { status, text } = await sendRequest(origin, request((this.#sent += 1)), { agent: this.#agent });
          tally.answer(status, text);
          if (status >= 400) await sleep(pauseMs);
        } catch (error) {
          tally.expect(this.#over, `a request of a hostile client got no answer: ${String(error)}`);
          tally.unanswered();
        }
      }
    };
    this.#clients = Promise.all(Array.from({ length: connections }, client));
  }

  /** Closes every connection, without the answers that are under way. */
  async leave(): Promise<void> {
    this.#over = true;
    this.#agent.destroy();
    await this.#clients;
  }
}

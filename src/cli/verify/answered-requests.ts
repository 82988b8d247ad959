import type { Answer } from '../../verify/exchange.js';
import { declaresStatus } from '../../verify/promised-api.js';
import type { WrittenRequest } from '../../verify/write-request.js';
import { CommandFailure } from '../command-failure.js';
import type { Run, Sighting } from './run.js';

/** A 429 with a longer wait ends the operation. */
const longestWaitMs = 10_000;
const attempts = 3;
/** Connections that fail one after the other before a service counts as down. */
const failuresOfDown = 8;

/** Sends requests, waits where the service asks for it, and notes the ones that get no answer. */
export class AnsweredRequests {
  /** How many were sent. */
  requests = 0;
  readonly unanswered: Sighting[] = [];
  /** Operations whose own rate limit is exceeded. */
  readonly limited = new Set<number>();
  readonly #stop = new AbortController();
  /** Ends the run: its time is up, somebody stopped it, or the service is down. */
  readonly signal: AbortSignal;
  #isUp = false;
  #failures = 0;
  #neverUp: CommandFailure | null = null;

  constructor(private readonly run: Run) {
    this.signal = AbortSignal.any([run.signal, this.#stop.signal]);
  }

  /** Resolves to the answer; to null where there is none, or the operation's limit was reached before. */
  async send(operation: number, request: WrittenRequest): Promise<Answer | null> {
    const { pace, sender, api } = this.run;
    for (let turn = 1; ; turn += 1) {
      await pace.wait();
      if (this.signal.aborted || this.limited.has(operation)) return null;
      this.requests += 1;
      const answer = await sender.send(request).catch((error: Error) => this.#fail(operation, request, error));
      if (!answer) return null;
      [this.#isUp, this.#failures] = [true, 0];
      if (answer.status !== 429) return answer;
      const waitMs = retryAfterMs(answer.headers['retry-after'] ?? '1');
      const isOwn = declaresStatus(api.operations[operation]!, 429);
      if (isOwn) this.limited.add(operation);
      if (isOwn || turn === attempts || !(waitMs <= longestWaitMs)) return answer;
      pace.slowDown(waitMs);
    }
  }

  /** GET and HEAD, again while their statuses differ: the answers of an operation may come in turns. */
  async sendHead(operation: number, request: WrittenRequest): Promise<{ get: Answer; answer: Answer } | null> {
    let first: { get: Answer; answer: Answer } | null = null;
    for (let turn = 1; turn <= attempts; turn += 1) {
      const get = await this.send(operation, { ...request, method: 'GET' });
      const answer = get && (await this.send(operation, request));
      if (!get || !answer) return first;
      if (this.limited.has(operation)) return null;
      if (get.status === answer.status) return { get, answer };
      first ??= { get, answer };
    }
    return first;
  }

  /** Throws a CommandFailure where the service never answered. */
  throwIfDown(): void {
    if (this.#neverUp) throw this.#neverUp;
  }

  #fail(operation: number, request: WrittenRequest, error: NodeJS.ErrnoException): null {
    const why = error.message || error.code;
    if (!this.#isUp) {
      this.#neverUp ??= new CommandFailure(
        `${this.run.origin} does not answer: ${why}. Start the service, or name its address.`,
      );
      this.#stop.abort();
      return null;
    }
    if (this.signal.aborted) return null;
    this.unanswered.push({ rule: 'no-answer', level: 'error', message: `no answer: ${why}.`, operation, request });
    this.#failures += 1;
    if (this.#failures >= failuresOfDown) this.#stop.abort();
    return null;
  }
}

/** Seconds, or a date (RFC 9110, section 10.2.3); NaN for anything else. */
function retryAfterMs(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(0, Date.parse(text) - Date.now());
}

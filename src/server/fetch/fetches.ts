import type { IncomingMessage, ServerResponse } from 'node:http';
import { FetchRequest } from './fetch-request.js';
import { FetchResponse } from './fetch-response.js';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** The Requests that an app is answering. */
export class Fetches {
  readonly #answer: Answer;
  readonly #running = new Set<FetchResponse>();
  #isUsed = false;
  #whenIdle: (() => void) | null = null;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  start(request: Request, info: unknown): Promise<Response> {
    this.#isUsed = true;
    const req = new FetchRequest(request, info);
    const res = new FetchResponse(req, this.#end);
    this.#answer(req as never, res as never);
    if (!res.closed) this.#running.add(res);
    return res.response;
  }

  readonly #end = (response: FetchResponse): void => {
    this.#running.delete(response);
    if (this.#running.size === 0) this.#whenIdle?.();
  };

  /** Waits for the running ones, and breaks off those that take longer. */
  async stop(timeoutMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    for (const response of this.#running) if (response.isEventStream) response.end();
    const cut = setTimeout(() => this.#breakOff(), timeoutMs);
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
      if (this.#running.size === 0) resolve();
    });
    clearTimeout(cut);
  }

  #breakOff(): void {
    for (const response of this.#running) response.leave();
  }
}

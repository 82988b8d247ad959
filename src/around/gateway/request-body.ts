import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * The body of a request on its way to an upstream. Where that wants no more of it, the rest is read and dropped: the client may read its answer only
 * once it has sent everything, and to destroy the request would end its connection.
 */
export class RequestBody extends Readable {
  readonly #req: IncomingMessage;
  #isReading = false;
  readonly #take = (chunk: Buffer) => void (this.push(chunk) || this.#req.pause());
  readonly #end = () => void this.push(null);
  readonly #fail = (error?: Error) => void this.destroy(error ?? new Error('The request broke off.'));

  constructor(req: IncomingMessage) {
    super();
    this.#req = req;
    req.on('end', this.#end).on('error', this.#fail).on('aborted', this.#fail);
  }

  override _read(): void {
    if (!this.#isReading) this.#req.on('data', this.#take);
    this.#isReading = true;
    this.#req.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const req = this.#req;
    req.off('data', this.#take).off('end', this.#end).off('aborted', this.#fail);
    if (!req.readableEnded && !req.destroyed) req.resume();
    callback(error);
  }
}

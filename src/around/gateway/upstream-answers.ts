import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { brokenOff } from '../node/take-answer.js';
import { TakenBody } from '../node/taken-body.js';
import { endToEnd } from './hop-by-hop.js';

const rawHeadersOf = (controller: Dispatcher.DispatchController) =>
  ((controller as { readonly rawHeaders?: readonly Buffer[] }).rawHeaders ?? []).map((part) => part.toString('latin1'));

/** Puts the head of an answer on a response, and keeps its bytes for whoever reads them. */
export class AskedAnswer implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #resolve: (body: AsyncIterable<Uint8Array>) => void;
  readonly #reject: (error: Error) => void;
  #body: TakenBody | null = null;

  constructor(res: ServerResponse, resolve: (body: AsyncIterable<Uint8Array>) => void, reject: (error: Error) => void) {
    this.#res = res;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#res.once('close', () => {
      if (this.#body?.hasEnded !== true) controller.abort(new Error('The client has left.'));
    });
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    reason: string | undefined,
  ): void {
    if (status < 200) return;
    this.#res.statusCode = status;
    if (reason) this.#res.statusMessage = reason;
    const fields = endToEnd(rawHeadersOf(controller));
    for (let index = 0; index < fields.length; index += 2) this.#res.appendHeader(fields[index]!, fields[index + 1]!);
    this.#body = new TakenBody(() => controller.resume());
    this.#resolve(this.#body);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#body) this.#body.fail(brokenOff());
    else this.#reject(error);
  }
}

/** Writes an answer of the upstream as it comes, at the client's pace. */
export class RelayedAnswer implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse;
  readonly #refuse: (error: Error) => void;
  #isOver = false;
  #hasBegun = false;

  constructor(res: ServerResponse, refuse: (error: Error) => void) {
    this.#res = res;
    this.#refuse = refuse;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const leave = () => {
      if (!this.#isOver) controller.abort(new Error('The client has left.'));
    };
    this.#res.once('close', leave);
    this.#res.on('drain', () => controller.resume());
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    reason: string | undefined,
  ): void {
    const raw = rawHeadersOf(controller);
    if (status < 200) return this.#inform(status, raw);
    const fields = endToEnd(raw);
    if (reason) this.#res.writeHead(status, reason, fields);
    else this.#res.writeHead(status, fields);
    // Most answers have their first bytes by then, and one packet is enough.
    setImmediate(() => this.#begin());
  }

  /** Sends the head of an answer whose body is long in coming. */
  #begin(): void {
    if (!this.#isOver && !this.#hasBegun) this.#res.flushHeaders();
  }

  /** An answer before the answer (RFC 9110, section 15.2). */
  #inform(status: number, raw: readonly string[]): void {
    if (status !== 103) return;
    const links = raw.flatMap((name, index) =>
      name.toLowerCase() === 'link' && index % 2 === 0 ? [raw[index + 1]!] : [],
    );
    if (links.length > 0) this.#res.writeEarlyHints({ link: links });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#hasBegun = true;
    if (!this.#res.write(chunk)) controller.pause();
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: Readonly<Record<string, unknown>>): void {
    this.#isOver = true;
    if (Object.keys(trailers).length > 0) this.#res.addTrailers(trailers as Record<string, string>);
    this.#res.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#isOver = true;
    this.#refuse(error);
  }
}

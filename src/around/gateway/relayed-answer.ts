import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { isTouched, keepHeaders, withHeaders } from '../../server/headers/merge-headers.js';
import { type AdaptAddress, adaptFields } from '../convert/addresses.js';
import { endToEnd, withoutFields } from '../hop-by-hop.js';
import { ClientAnswer, type Controller, rawFieldsOfAnswer } from './client-answer.js';
import { atEndOfRound } from './end-of-round.js';

/** What an answer gets on its way. */
export interface AnswerChanges {
  /** Those of the endpoint, which the upstream may have too. */
  readonly headers: FlatHeaders;
  readonly addresses: AdaptAddress | null;
}

/** Writes an answer of the upstream as it comes, at the client's pace. */
export class RelayedAnswer extends ClientAnswer implements Dispatcher.DispatchHandler {
  readonly #changes: AnswerChanges;
  readonly #refuse: (error: Error) => void;
  /** The first bytes, which go out with the head, and with the end where nothing else comes. */
  #first: Buffer | null = null;
  #isFlowing = false;
  #isPaused = false;

  constructor(res: ServerResponse, changes: AnswerChanges, refuse: (error: Error) => void) {
    super(res);
    this.#changes = changes;
    this.#refuse = refuse;
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason: string | undefined): void {
    const raw = rawFieldsOfAnswer(controller);
    if (status < 200) return this.#inform(status, raw);
    const res = this.res;
    const { headers, addresses } = this.#changes;
    const fields = trailing(endToEnd(raw), res, status);
    if (addresses !== null) adaptFields(fields, addresses);
    if (isTouched(res)) {
      keepHeaders(res, headers);
      writeHead(res, status, reason, fields);
    } else writeHead(res, status, reason, withHeaders(fields, headers));
    // Most answers have their bytes by then, and one packet is enough for them.
    atEndOfRound(this);
  }

  /** An answer before the answer (RFC 9110, section 15.2). */
  #inform(status: number, raw: readonly string[]): void {
    if (status !== 103) return;
    const links = raw.flatMap((name, index) =>
      name.toLowerCase() === 'link' && index % 2 === 0 ? [raw[index + 1]!] : [],
    );
    try {
      if (links.length > 0) this.res.writeEarlyHints({ link: links });
    } catch {
      // A hint that is no link is left out: the answer does without it.
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.#isFlowing && this.#first === null) this.#first = chunk;
    else {
      this.endRound();
      if (!this.res.write(chunk)) this.#pause(controller);
    }
  }

  /** Sends the head, and the first bytes, of an answer that is longer in coming. */
  endRound(): void {
    if (this.#isFlowing || this.isOver) return;
    this.#isFlowing = true;
    const first = this.#first;
    this.#first = null;
    if (first === null) this.res.flushHeaders();
    else if (!this.res.write(first)) this.#pause(this.controller!);
  }

  #pause(controller: Controller): void {
    controller.pause();
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.res.once('drain', () => {
      this.#isPaused = false;
      controller.resume();
    });
  }

  onResponseEnd(_controller: Controller, trailers: Readonly<Record<string, unknown>>): void {
    this.isOver = true;
    for (const _ in trailers) {
      this.res.addTrailers(trailers as Record<string, string>);
      break;
    }
    if (this.#first === null) this.res.end();
    else this.res.end(this.#first);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.isOver = true;
    this.#refuse(error);
  }
}

/** Without the announcement of trailers where no chunks are sent (RFC 9112, section 7.1.2): Node throws there. */
function trailing(fields: string[], { req }: ServerResponse, status: number): string[] {
  const has = (known: string) => fields.some((name, index) => index % 2 === 0 && name.toLowerCase() === known);
  if (!has('trailer')) return fields;
  const isChunked =
    req.method !== 'HEAD' && req.httpVersion !== '1.0' && !bodiless.has(status) && !has('content-length');
  return isChunked ? fields : withoutFields(fields, ['trailer']);
}

/** Statuses without a body (RFC 9112, section 6.3). */
const bodiless = new Set([204, 304]);

function writeHead(res: ServerResponse, status: number, reason: string | undefined, fields: string[]): void {
  if (reason) res.writeHead(status, reason, fields);
  else res.writeHead(status, fields);
}

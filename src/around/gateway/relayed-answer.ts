import type { ServerResponse } from 'node:http';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { headerPairs, isTouched, keepHeaders, withHeaders } from '../../server/headers/merge-headers.js';
import { type AdaptAddress, adaptFields } from '../convert/addresses.js';
import { writeFields } from '../convert/head-list.js';
import { withoutFields } from '../hop-by-hop.js';
import { type AnswerParts, type AnswerStart, ClientAnswer, type Trailers } from './client-answer.js';

/** What an answer gets on its way. */
export interface AnswerChanges {
  /** The headers of the endpoint, which the upstream may send too. */
  readonly headers: FlatHeaders;
  readonly addresses: AdaptAddress | null;
}

/** Writes an answer of the upstream as it comes, at the client's pace. */
export class RelayedAnswer extends ClientAnswer {
  readonly #changes: AnswerChanges;
  readonly #refuse: (error: Error) => void;
  #isWaiting = false;

  constructor(res: ServerResponse, parts: AnswerParts, changes: AnswerChanges, refuse: (error: Error) => void) {
    super(res, parts, changes.addresses);
    this.#changes = changes;
    this.#refuse = refuse;
  }

  protected start({ status, reason, fields }: AnswerStart): void {
    const { res } = this;
    const { headers, addresses } = this.#changes;
    const own = trailing(fields, res, status);
    if (addresses !== null) adaptFields(own, addresses);
    if (isTouched(res)) {
      keepHeaders(res, headers);
      writeFields(res, status, reason, own);
    } else writeFields(res, status, reason, withHeaders(own, headers));
  }

  /** The head goes out with the first bytes. */
  protected flow(chunks: readonly Buffer[]): void {
    // flushHeaders() would write a head in UTF-8.
    if (chunks.length === 0) this.res.write('', 'latin1');
    let mayGoOn = true;
    for (const chunk of chunks) mayGoOn = this.write(chunk);
    if (!mayGoOn) this.pause();
  }

  /** Whether more may be written now; after false, the upstream goes on once the client has taken this. */
  protected write(chunk: Buffer): boolean {
    if (this.res.write(chunk)) return true;
    if (this.#isWaiting) return false;
    this.#isWaiting = true;
    this.res.once('drain', () => {
      this.#isWaiting = false;
      this.resume();
    });
    return false;
  }

  protected end(trailers: Trailers): void {
    this.#addTrailers(trailers);
    this.res.end();
  }

  protected endWhole(chunks: readonly Buffer[], trailers: Trailers): void {
    const last = chunks.length - 1;
    for (let index = 0; index < last; index += 1) this.res.write(chunks[index]!);
    this.#addTrailers(trailers);
    if (last < 0) this.res.end();
    else this.res.end(chunks[last]!);
  }

  #addTrailers(trailers: Trailers): void {
    if (trailers.length > 0) this.res.addTrailers(headerPairs(trailers) as readonly [string, string][]);
  }

  protected fail(error: Error): void {
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

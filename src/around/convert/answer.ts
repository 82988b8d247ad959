import type { AnswerParts } from '../../routing/changes/operation.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { Route } from '../../routing/table/route.js';
import { CodingError, collectBytes, decodeBody, encodeBody } from '../../server/bodies/codings.js';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { callsOf } from '../../server/endpoint/request-calls.js';
import { versionedTag } from '../../server/endpoint/version-tags.js';
import { mergeHeaders } from '../../server/headers/merge-headers.js';
import { jsonText, parseHandedOn } from '../../server/request/read-body.js';
import type { Answer, AnswerBody } from '../onward.js';
import type { RelayParts } from '../relay-parts.js';
import { WritableReasons } from '../writable-reason.js';
import { respell } from '../spelling/respell.js';
import { adaptAddresses, addressesFor } from './addresses.js';
import { codingOf, declaredHeaders, placeHeaders, removeDigests } from './answer-head.js';
import { AnswerJudge } from './answer-judge.js';
import { AnswerWays, type Way } from './answer-ways.js';
import type { AnswerHead } from './head-list.js';
import { inTime } from './in-time.js';
import { chunksOf, endWith, sendBytes } from './send-body.js';
import { sendItems } from './send-items.js';

/** Statuses without a body (RFC 9112, section 6.3). */
const bodiless = new Set([204, 205, 304]);

/** Takes the answers of the application to one operation down to an older version. */
export class AnswerConverter {
  readonly #passage: Passage;
  readonly #parts: RelayParts;
  readonly #version: string;
  readonly #adapt: ((url: string) => string) | null;
  readonly #judge: AnswerJudge;
  readonly #ways: AnswerWays;
  readonly #reasons: WritableReasons;

  constructor(route: Route, passage: Passage, parts: RelayParts) {
    this.#passage = passage;
    this.#parts = parts;
    this.#version = route.version!;
    this.#adapt = parts.names.forClients(route);
    this.#judge = new AnswerJudge(parts);
    this.#reasons = new WritableReasons(parts.logger);
    this.#ways = new AnswerWays(route, passage, parts, this.#judge);
  }

  /** Sends what the application has answered in the shape of the version: at once, where the answer is here whole. */
  send(exchange: Exchange, answer: Answer): Promise<void> | void {
    const { response: res, req, endpoint } = exchange;
    const { head, body } = answer;
    this.#adaptHead(exchange, head);
    head.statusMessage = this.#reasons.of(head.statusMessage ?? '');
    mergeHeaders(head, endpoint.headers);
    const way = this.#ways.of(head);
    if (req.method === 'HEAD' || bodiless.has(head.statusCode)) {
      if (req.method === 'HEAD' && way !== null) head.removeHeader('Content-Length');
      return sendBytes(res, answer);
    }
    if (way === null) return sendBytes(res, answer);
    const { stream } = way;
    if (stream !== undefined) return this.#sendItems(exchange, answer, { way, stream });
    const coding = codingOf(head);
    if (!Buffer.isBuffer(body) || coding !== '' || body.length > this.#parts.answerLimit)
      return this.#sendDecoded(exchange, answer, coding, way);
    endWith(res, head, this.#convert(exchange, head, this.#textOf(body), way) ?? body);
  }

  /** Adapts the head of every answer that changes reach: entity tags of the version, addresses that its clients know, no ranges and no trailers. */
  #adaptHead(exchange: Exchange, head: AnswerHead): void {
    const tag = head.getHeader('ETag');
    if (typeof tag === 'string') head.setHeader('ETag', versionedTag(tag, this.#version));
    head.removeHeader('Trailer');
    if (head.hasHeader('Accept-Ranges')) head.setHeader('Accept-Ranges', 'none');
    if (this.#adapt !== null) adaptAddresses(head, addressesFor(exchange.req, exchange.endpoint.headers, this.#adapt));
  }

  #sendItems(exchange: Exchange, answer: Answer, way: Pick<Parameters<typeof sendItems>[3], 'way' | 'stream'>) {
    const parts = { passage: this.#passage, judge: this.#judge, limit: this.#parts.answerLimit };
    return sendItems(exchange.response, answer, callsOf(exchange, this.#passage), { ...way, ...parts });
  }

  async #sendDecoded(exchange: Exchange, { head, body }: Answer, coding: string, way: Way): Promise<void> {
    const { response: res } = exchange;
    const { sent, json } = await this.#read(body, coding);
    const text = this.#convert(exchange, head, json, way);
    if (text === null) return endWith(res, head, sent);
    endWith(res, head, coding === '' ? text : await encodeBody(Buffer.from(text), coding));
  }

  /** A text in the shape of the version, whose head changes with it; null where its bytes stay. */
  #convert(exchange: Exchange, head: AnswerHead, json: string, way: Way): string | null {
    const converted = way.convertText === null ? null : way.convertText(json);
    if (converted !== null) {
      removeDigests(head);
      return converted;
    }
    const value = this.#parse(json);
    const answer = { status: head.statusCode, headers: declaredHeaders(head, this.#passage), body: value };
    const lowered = this.#lower(exchange, answer, way);
    if (lowered.body === value && lowered.status === answer.status && !way.isReshaped) return null;
    placeHeaders(head, answer, lowered);
    removeDigests(head);
    const shown = way.shown(lowered)?.(lowered.body) ?? lowered.body;
    return shown === undefined ? '' : respell({ text: json, value }, shown, way.making());
  }

  #lower(exchange: Exchange, answer: AnswerParts, way: Way): AnswerParts {
    const isRight = this.#judge.judge(answer.body, way, `status ${answer.status}`);
    try {
      return way.lower(answer, callsOf(exchange, this.#passage));
    } catch (error) {
      // Changes expect values that fit the document.
      throw isRight ? error : this.#judge.refusal();
    }
  }

  async #read(body: AnswerBody, coding: string) {
    const { answerLimit: limit, timeoutMs, operation } = this.#parts;
    try {
      const sent = await inTime(collectBytes(chunksOf(body), limit), timeoutMs, operation);
      return { sent, json: this.#textOf(coding === '' ? sent : await decodeBody(sent, coding, limit)) };
    } catch (error) {
      if (!(error instanceof CodingError)) throw error;
      throw error.cause === 'size' ? this.#judge.tooLarge() : this.#judge.unusable(error.message);
    }
  }

  #textOf(bytes: Buffer): string {
    return this.#reading(() => jsonText(bytes));
  }

  #parse(json: string): unknown {
    return this.#reading(() => parseHandedOn(json));
  }

  #reading<Read>(read: () => Read): Read {
    try {
      return read();
    } catch (error) {
      throw error instanceof SyntaxError ? this.#judge.unusable(error.message) : error;
    }
  }
}

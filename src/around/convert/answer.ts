import type { ServerResponse } from 'node:http';
import type { AnswerParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { StreamKind } from '../../routing/declare/streamed-answer.js';
import { asEvent, ItemStream, openItems } from '../../routing/declare/streams.js';
import { HttpError } from '../../routing/table/http-error.js';
import { isJson, responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { Schema } from '../../schema/standard-schema.js';
import { fitsOf } from '../../schema/fits.js';
import { findMisfits } from '../../schema/find-misfits.js';
import { mergeHeaders } from '../../server/headers/merge-headers.js';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { callsOf } from '../../server/endpoint/request-calls.js';
import { holdToSchema } from '../../server/endpoint/write-answer.js';
import { parseJson } from '../../server/request/read-body.js';
import type { Projection } from '../../schema/node.js';
import type { AnswerBody } from '../onward.js';
import type { RelayParts } from '../relay-parts.js';
import { CodingError, collectBytes, decodeBody, encodeBody } from '../../server/bodies/codings.js';
import { adaptAddresses, addressesFor } from './addresses.js';
import { inTime } from './in-time.js';
import { codingOf, declaredHeaders, isOneOf, placeHeaders, removeDigests } from './answer-head.js';
import { chunksOf, drained, endWith, sendBytes } from './send-body.js';
import { streamForms } from './streams.js';
import { versionedTag } from './tags.js';

/** How an answer gets to an older version. */
interface Way {
  /** Of the newest version. */
  readonly schema: Schema;
  readonly stream: StreamKind | undefined;
  readonly lower: (answer: AnswerParts, calls: Calls) => AnswerParts;
  /** What the version shows of an answer. */
  readonly shown: (lowered: AnswerParts) => Projection | null;
  /** Whether the version has another schema. */
  readonly isReshaped: boolean;
}

/** Statuses without a body (RFC 9112, section 6.3). */
const bodiless = new Set([204, 205, 304]);

/** Takes the answers of the application to one operation down to an older version. */
export class AnswerConverter {
  readonly #route: Route;
  readonly #passage: Passage;
  readonly #parts: RelayParts;
  readonly #holds = new Map<number, Projection | null>();
  /** By status and media type, the way of the last answer: most have the same. */
  #last: { readonly status: number; readonly type: string; readonly way: Way } | null = null;

  constructor(route: Route, passage: Passage, parts: RelayParts) {
    this.#route = route;
    this.#passage = passage;
    this.#parts = parts;
  }

  /**
   * Sends what the application has answered, whose head is on the response, in the shape of the version: at once, where the answer is here
   * whole.
   */
  send(exchange: Exchange, body: AnswerBody): Promise<void> | void {
    const { response: res, req } = exchange;
    this.#adaptHead(exchange);
    mergeHeaders(res, exchange.endpoint.headers);
    const way = this.#wayOf(res);
    if (req.method === 'HEAD' || bodiless.has(res.statusCode)) {
      if (req.method === 'HEAD' && way !== null) res.removeHeader('Content-Length');
      return sendBytes(res, body);
    }
    if (way === null) return sendBytes(res, body);
    return way.stream === undefined
      ? this.#sendConverted(exchange, body, way)
      : this.#sendItems(exchange, body, way, way.stream);
  }

  /** What every answer of an operation has that changes reach: tags of the version, addresses that its clients know, no ranges and no trailers. */
  #adaptHead(exchange: Exchange): void {
    const { response: res } = exchange;
    const tag = res.getHeader('ETag');
    if (typeof tag === 'string') res.setHeader('ETag', versionedTag(tag, this.#route.version!));
    res.removeHeader('Trailer');
    if (res.hasHeader('Accept-Ranges')) res.setHeader('Accept-Ranges', 'none');
    const adapt = this.#parts.names.forClients(this.#route);
    if (adapt !== null) adaptAddresses(res, addressesFor(exchange, adapt));
  }

  /** How an answer gets to the version; null for one that passes as it is. Counts what the document does not say. */
  #wayOf(res: ServerResponse): Way | null {
    const { statusCode: status } = res;
    const type = String(res.getHeader('Content-Type') ?? '');
    if (this.#last?.status === status && this.#last.type === type) return this.#last.way;
    const way = this.#findWay(status, type);
    if (way !== null) this.#last = { status, type, way };
    return way;
  }

  #findWay(status: number, type: string): Way | null {
    const declared = this.#passage.responses[status];
    if (declared === undefined) {
      const range = this.#parts.ranges[`${Math.floor(status / 100)}XX`] ?? this.#parts.ranges['default'];
      if (range && isJson(type)) return this.#rangeWay(range);
      // Conditions are answered whatever a document says (RFC 9110, section 13).
      if (range === undefined && status !== 304) this.#note('undeclared', `status ${status}`);
      return null;
    }
    const { schema, mediaTypes = ['application/json'], stream } = responseDetail(declared);
    if (schema && type !== '' && !isOneOf(type, mediaTypes)) {
      this.#note('undeclared', `status ${status} as ${type}`);
      return null;
    }
    if (this.#passage.down === null || schema === undefined || !(stream || isJson(type))) return null;
    const lower: Way['lower'] = (answer, calls) => this.#passage.down!(answer, calls);
    const shown = ({ status: older }: AnswerParts) => this.#holdOf(older);
    return { schema, stream, lower, shown, isReshaped: this.#isReshaped(status) };
  }

  /** Of a status that a range or the default declares: changes of its schema are all that reach it. */
  #rangeWay(schema: Schema): Way | null {
    const { versions } = this.#parts;
    const older = versions.schemaOf(schema, this.#route.version!);
    if (older === schema) return null;
    const hold = holdToSchema(older as Schema, this.#route, 0, 'project', this.#parts.logger());
    const lower: Way['lower'] = (answer) => ({
      ...answer,
      body: versions.down(schema, answer.body as never, this.#route.version!),
    });
    return { schema, stream: undefined, lower, shown: () => hold, isReshaped: true };
  }

  #note(kind: 'undeclared' | 'misfits', detail: string): void {
    this.#parts.drift.note(kind, this.#parts.operation, detail);
  }

  #sendConverted(exchange: Exchange, body: AnswerBody, way: Way): Promise<void> | void {
    const coding = codingOf(exchange.response);
    if (Buffer.isBuffer(body) && coding === '' && body.length <= this.#parts.answerLimit) {
      const text = this.#convert(exchange, this.#parse(body), way);
      return endWith(exchange.response, text ?? body);
    }
    return this.#sendDecoded(exchange, body, coding, way);
  }

  async #sendDecoded(exchange: Exchange, body: AnswerBody, coding: string, way: Way): Promise<void> {
    const { sent, value } = await this.#read(body, coding);
    const text = this.#convert(exchange, value, way);
    if (text === null) return endWith(exchange.response, sent);
    endWith(exchange.response, coding === '' ? text : await encodeBody(Buffer.from(text), coding));
  }

  /** The text of a value in the version, whose head goes on the response; null where its bytes stay. */
  #convert(exchange: Exchange, value: unknown, way: Way): string | null {
    const { response: res } = exchange;
    const answer = { status: res.statusCode, headers: declaredHeaders(res, this.#passage), body: value };
    const lowered = this.#lower(exchange, answer, way);
    if (lowered.body === value && lowered.status === answer.status && !way.isReshaped) return null;
    placeHeaders(res, answer, lowered);
    removeDigests(res);
    return JSON.stringify(way.shown(lowered)?.(lowered.body) ?? lowered.body) ?? '';
  }

  async #read(body: AnswerBody, coding: string) {
    const { answerLimit: limit, timeoutMs, operation } = this.#parts;
    try {
      const sent = await inTime(collectBytes(chunksOf(body), limit), timeoutMs, operation);
      return { sent, value: this.#parse(coding === '' ? sent : await decodeBody(sent, coding, limit)) };
    } catch (error) {
      throw error instanceof CodingError ? this.#unusable(error.message) : error;
    }
  }

  #parse(bytes: Buffer): unknown {
    try {
      return parseJson(bytes);
    } catch (error) {
      throw error instanceof SyntaxError ? this.#unusable(error.message) : error;
    }
  }

  /** Each item goes its own way, as it comes. One that cannot be converted ends the stream. */
  async #sendItems(
    exchange: Exchange,
    body: AnswerBody,
    { schema, lower, shown }: Way,
    stream: StreamKind,
  ): Promise<void> {
    const { response: res } = exchange;
    if (codingOf(res) !== '') throw this.#unusable(`a stream in Content-Encoding ${codingOf(res)}`);
    const { read, write } = streamForms[stream];
    res.removeHeader('Content-Length');
    const checked = this.#checkItems(
      read(chunksOf(body), schema, this.#parts.answerLimit, (text) => void res.write(text)),
      schema,
      stream,
    );
    const answer = {
      status: res.statusCode,
      headers: declaredHeaders(res, this.#passage),
      body: new ItemStream(stream, checked, 0),
    };
    const lowered = lower(answer, callsOf(exchange, this.#passage));
    placeHeaders(res, answer, lowered);
    removeDigests(res);
    const hold = shown(lowered);
    const json = (value: unknown) => JSON.stringify(hold?.(value) ?? value);
    res.flushHeaders();
    const { items } = lowered.body as ItemStream;
    for await (const item of openItems(items, new AbortController().signal))
      if (!res.write(write(item, json))) await drained(res);
    res.end();
  }

  async *#checkItems(items: AsyncIterable<unknown>, schema: Schema, stream: StreamKind): AsyncGenerator<unknown> {
    for await (const item of items) {
      this.#judge(stream === 'events' ? asEvent(item).data : item, schema, 'an item');
      yield item;
    }
  }

  #lower(exchange: Exchange, answer: AnswerParts, { schema, lower }: Way): AnswerParts {
    const isRight = this.#judge(answer.body, schema, `status ${answer.status}`);
    try {
      return lower(answer, callsOf(exchange, this.#passage));
    } catch (error) {
      // A change is written for what the document says.
      throw isRight ? error : this.#refusal();
    }
  }

  /** Whether a value is what the document says; counts one that is not, and refuses it where that is asked for. */
  #judge(value: unknown, schema: Schema, subject: string): boolean {
    if (fitsOf(schema)(value)) return true;
    const { wrong } = findMisfits(schema, value);
    if (wrong.length === 0) return true;
    const places = wrong.map(({ pointer, message }) => `${pointer || 'the body'}: ${message}`);
    this.#note('misfits', `${subject}: ${places.join('; ')}`);
    if (this.#parts.refusesDrift) throw this.#refusal();
    return false;
  }

  #unusable(detail: string): HttpError {
    this.#note('misfits', detail);
    return this.#refusal();
  }

  #refusal(): HttpError {
    return new HttpError(502, `The answer of ${this.#parts.operation} is not what its document says.`, {
      code: 'answer-differs-from-document',
    });
  }

  /** Whether the version shows another schema for a status than the newest. */
  #isReshaped(status: number): boolean {
    const newest = responseDetail(this.#passage.responses[status] ?? null).schema;
    return responseDetail(this.#route.responses[status] ?? null).schema !== newest;
  }

  #holdOf(status: number): Projection | null {
    if (!this.#holds.has(status)) {
      const { schema } = responseDetail(this.#route.responses[status] ?? null);
      this.#holds.set(status, holdToSchema(schema, this.#route, status, 'project', this.#parts.logger()));
    }
    return this.#holds.get(status)!;
  }
}

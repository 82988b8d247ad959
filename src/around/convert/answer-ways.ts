import type { AnswerParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { ResponseDetail } from '../../routing/declare/response-entry.js';
import type { StreamKind } from '../../routing/declare/streamed-answer.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { hopsTo } from '../../changes/through-hops.js';
import { fitsOf } from '../../schema/fits.js';
import type { Projection } from '../../schema/node.js';
import type { Schema } from '../../schema/standard-schema.js';
import { holdToSchema } from '../../server/endpoint/write-answer.js';
import type { RelayParts } from '../relay-parts.js';
import { isOneOf, isReadable } from './answer-head.js';
import type { Making } from '../spelling/respell.js';
import { placesThrough } from '../spelling/places.js';
import { type ConvertText, textWay } from '../text/text-way.js';
import type { AnswerJudge, Expected } from './answer-judge.js';
import type { AnswerHead } from './head-list.js';

/** How an answer gets to an older version; the document is of the newest. */
export interface Way extends Expected {
  readonly stream: StreamKind | undefined;
  readonly lower: (answer: AnswerParts, calls: Calls) => AnswerParts;
  /** What the version shows of an answer. */
  readonly shown: (lowered: AnswerParts) => Projection | null;
  /** Whether the version has another schema. */
  readonly isReshaped: boolean;
  /** What `lower` and `shown` do, for a text in JSON that fits. */
  readonly convertText: ConvertText | null;
  /** How a value of the version is made of one that was sent. */
  readonly making: () => Making;
}

/** The ways of the answers of the application to one operation down to an older version. */
export class AnswerWays {
  readonly #route: Route;
  readonly #passage: Passage;
  readonly #parts: RelayParts;
  readonly #judge: AnswerJudge;
  readonly #holds = new Map<number, Projection | null>();
  readonly #texts = new Map<number, ConvertText | null>();
  /** The way of the last answer, by status and media type: most answers have the same. */
  #last: { readonly status: number; readonly type: string; readonly way: Way } | null = null;

  constructor(route: Route, passage: Passage, parts: RelayParts, judge: AnswerJudge) {
    this.#route = route;
    this.#passage = passage;
    this.#parts = parts;
    this.#judge = judge;
  }

  /** null for an answer that passes unchanged. Counts an answer that the document does not declare. */
  of(head: AnswerHead): Way | null {
    const { statusCode: status } = head;
    const type = String(head.getHeader('Content-Type') ?? '');
    if (this.#last?.status === status && this.#last.type === type) return this.#last.way;
    const way = this.#find(status, type);
    if (way !== null) this.#last = { status, type, way };
    return way;
  }

  #find(status: number, type: string): Way | null {
    const declared = this.#passage.responses[status];
    const beside = this.#beside(status, type);
    if (beside !== null) return this.#rangeWay(beside, type);
    if (declared === undefined) {
      const { ranges } = this.#parts;
      const range = ranges[`${Math.floor(status / 100)}XX`] ?? ranges['default'];
      const detail = responseDetail(range ?? null);
      if (detail.schema && isOneOf(type, detail.mediaTypes ?? [])) return this.#rangeWay(detail, type);
      // An application may answer conditions that the document does not declare (RFC 9110, section 13).
      if (range === undefined && status !== 304) this.#judge.noteUndeclared(`status ${status}`);
      return null;
    }
    const { schema, mediaTypes = ['application/json'], stream } = responseDetail(declared);
    if (schema && type !== '' && !isOneOf(type, mediaTypes)) {
      this.#judge.noteUndeclared(`status ${status} as ${type}`);
      return null;
    }
    const { down, hops } = this.#passage;
    if (down === null || schema === undefined || !(stream || isReadable(type))) return null;
    // What changes of schemas alone do not reach stays as it is.
    if (hops !== null && !this.#isReshaped(status)) return null;
    const shown = ({ status: older }: AnswerParts) => this.#holdOf(older);
    const isReshaped = this.#isReshaped(status);
    const convertText = isReshaped && !stream ? this.#textOf(status, schema) : null;
    const making = this.#makingOf(schema, responseDetail(this.#route.responses[status] ?? null).schema);
    return { schema, fits: fitsOf(schema), stream, lower: down, shown, isReshaped, convertText, making };
  }

  /** What is declared for a media type beside the first of a status or a range; null for nothing. */
  #beside(status: number, type: string): ResponseDetail | null {
    const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const [own] = keys.filter((key) => key in this.#passage.responses || key in this.#parts.ranges);
    for (const [key, entry] of Object.entries(this.#parts.ranges)) {
      const [place, mediaType = ''] = key.split(/ (.*)/s);
      if (place === own && mediaType !== '' && isOneOf(type, [mediaType], false)) return responseDetail(entry);
    }
    return null;
  }

  /** For what a range, the default or a second media type declares: only changes of its schema reach it. */
  #rangeWay({ schema, stream }: ResponseDetail, type: string): Way | null {
    const { versions } = this.#parts;
    if (!schema || !(stream || isReadable(type))) return null;
    const older = versions.schemaOf(schema, this.#route.version!);
    if (older === schema) return null;
    const hold = holdToSchema(older as Schema, this.#route, 0, 'project', this.#parts.logger());
    const lower: Way['lower'] = (answer) => ({
      ...answer,
      body: versions.down(schema, answer.body as never, this.#route.version!),
    });
    const shown = () => hold;
    const making = this.#makingOf(schema, older as Schema);
    const fits = fitsOf(schema);
    return { schema, fits, stream, lower, shown, isReshaped: true, convertText: null, making };
  }

  /** Made when an answer is the first to need it. */
  #makingOf(schema: Schema, older: Schema | undefined): () => Making {
    const { versions } = this.#parts;
    let made: Making | null = null;
    return () =>
      (made ??= {
        places: placesThrough(schema, hopsTo(versions, this.#route.version!), older, 'down'),
        isComputed: this.#passage.hops === null,
      });
  }

  /** Whether the version shows another schema for a status than the newest. */
  #isReshaped(status: number): boolean {
    const newest = responseDetail(this.#passage.responses[status] ?? null).schema;
    return responseDetail(this.#route.responses[status] ?? null).schema !== newest;
  }

  #textOf(status: number, schema: Schema): ConvertText | null {
    if (!this.#texts.has(status)) {
      const { hops } = this.#passage;
      const { schema: shown } = responseDetail(this.#route.responses[status] ?? null);
      this.#texts.set(status, hops && shown ? textWay(schema, hops, shown) : null);
    }
    return this.#texts.get(status)!;
  }

  #holdOf(status: number): Projection | null {
    if (!this.#holds.has(status)) {
      const { schema } = responseDetail(this.#route.responses[status] ?? null);
      this.#holds.set(status, holdToSchema(schema, this.#route, status, 'project', this.#parts.logger()));
    }
    return this.#holds.get(status)!;
  }
}

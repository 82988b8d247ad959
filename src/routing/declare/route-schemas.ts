import type { Behaviour } from '../../changes/behaviour.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Body, BodyOutput } from './bodies.js';
import type { Output, Schema } from '../../schema/standard-schema.js';
import type { ResponseEntry } from './response-entry.js';
import type { ItemStream, StreamDetail } from './streams.js';

/** A route's inputs and answers. Query, path, header and cookie values are coerced from text to the types in the schema. */
export interface RouteSchemas {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly cookies?: Schema;
  /** A schema for JSON, or another form of body. */
  readonly body?: Schema | Body;
  /** Answers by status; a schema alone is the answer of the success status. */
  readonly response?: Schema | Readonly<Record<number, ResponseEntry>>;
  /** The success status: the first 2xx of `response`, else 201 for POST and 200 for the rest. */
  readonly status?: number;
}

/** Schemas alone: how the body is written is beside them. */
export interface PlainSchemas extends Omit<RouteSchemas, 'body'> {
  readonly body?: Schema;
}

/** A handler's only argument; parts without a schema are undefined. */
export interface Input<S extends RouteSchemas = RouteSchemas> {
  readonly params: Output<S['params']>;
  readonly query: Output<S['query']>;
  readonly headers: Output<S['headers']>;
  readonly cookies: Output<S['cookies']>;
  readonly body: BodyOutput<S['body']>;
  /** The Last-Event-ID that a client of server-sent events reconnects with; null for none. */
  readonly lastEventId: string | null;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The version in use; null where the address has no versions. */
  readonly version: string | null;
  /** Whether the version in use has a behaviour; true on routes without versions. */
  has(behaviour: Behaviour): boolean;
  readonly trace: RequestTrace;
  /** The caller that `authenticate` returned. */
  readonly caller: RegisteredCaller | null;
  /** The client's address, as `trustProxy` sees it. */
  readonly address: string;
}

export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

export type EntryResult<E> = E extends Schema
  ? Output<E>
  : E extends StreamDetail<infer T>
    ? ItemStream<T>
    : E extends { readonly schema: infer D extends Schema }
      ? Output<D>
      : E extends null
        ? undefined | void
        : unknown;

type ResponseResult<R> = R extends Schema
  ? Output<R>
  : [Extract<keyof R, SuccessStatus>] extends [never]
    ? unknown
    : EntryResult<R[Extract<keyof R, SuccessStatus>]>;

/** The value of a route's success answer; `unknown` where no schema is declared. */
export type SuccessOf<S extends RouteSchemas> = S extends { readonly response: infer R } ? ResponseResult<R> : unknown;

/** What a handler may return: the value of the success answer, or a Web `Response` that is sent unchanged. */
export type HandlerResult<S extends RouteSchemas> = Response | SuccessOf<S>;

/** The caller, as the `authenticate` option returns it. */
export interface Caller {
  readonly id: string;
  readonly roles: readonly string[];
  readonly [detail: string]: unknown;
}

/** Registers the types of a service: `declare module 'svckit' { interface Register { caller: MyCaller } }`. */
export interface Register {}

/** The caller type that a service registered, otherwise `Caller`. */
export type RegisteredCaller = Register extends { readonly caller: infer C }
  ? C extends Pick<Caller, 'id' | 'roles'>
    ? C
    : { readonly 'Register.caller needs id: string and roles: readonly string[]': C }
  : Caller;

/** The request's place in a distributed trace (W3C Trace Context, section 3.2). Ids are lower-case hexadecimal. */
export interface RequestTrace {
  /** 32 digits. */
  readonly traceId: string;
  /** 16 digits: the span of this request. */
  readonly spanId: string;
  /** 16 digits: the caller's span, null when the trace begins here. */
  readonly parentSpanId: string | null;
  readonly sampled: boolean;
  /** Whether the trace came with the request. */
  readonly inbound: boolean;
}

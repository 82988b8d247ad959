import type { Body, BodyOutput } from '../declare/bodies.js';
import type { RequestPart } from '../declare/request-parts.js';
import type { EntryResult, Input, RouteSchemas, SuccessStatus } from '../declare/route-schemas.js';
import type { Output, Schema } from '../../schema/standard-schema.js';
import type { Frozen, Raised } from '../../changes/reshape.js';

type Unstated = Record<never, never>;

type InputOf<H> = H extends (input: infer I, ...rest: never[]) => unknown ? I : unknown;
/** The schemas of an operation: those of its handler's `Input`. */
type SchemasOf<H> = InputOf<H> extends Input<infer S> ? S : Unstated;
type AnswerOf<H> = H extends (...args: never[]) => infer A ? Exclude<Awaited<A>, Response> : unknown;

type PartsOf<S> = { readonly [P in RequestPart]: PartOf<S, P> };
type PartOf<S, P> = P extends keyof S ? (S[P] extends Schema | Body | undefined ? BodyOutput<S[P]> : unknown) : unknown;

/** The request in the older version: what `before` names, and else what the handler takes. */
export type OlderRequest<H, B> = {
  readonly [P in RequestPart]: P extends keyof B
    ? PartOf<B, P>
    : InputOf<H> extends Readonly<Record<P, infer T>>
      ? T
      : unknown;
};

/** What `up` returns: member by member what the newer schemas take. */
export type RaisedRequest<H> = {
  readonly [P in RequestPart]?: P extends keyof SchemasOf<H>
    ? SchemasOf<H>[P] extends Schema
      ? Frozen<Raised<SchemasOf<H>[P]>>
      : PartsOf<SchemasOf<H>>[P]
    : unknown;
};

export type Answer<Status, T> = {
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: T;
};
type AnswersOf<R> = R extends Schema
  ? Answer<number, Output<R>>
  : { [K in keyof R]: Answer<K, EntryResult<R[K]>> }[keyof R];

/** What `down` gets: an answer of one of the declared statuses. */
export type NewerAnswer<H> =
  SchemasOf<H> extends { readonly response: infer R extends NonNullable<RouteSchemas['response']> }
    ? AnswersOf<R>
    : Answer<number, AnswerOf<H>>;

/** The same for a list that is made of pages; an answer that is no success stays what it is. */
export type Collected<A> =
  A extends Answer<infer Status, infer Page>
    ? Status extends SuccessStatus
      ? Answer<Status, ItemsOf<Page>>
      : number extends Status
        ? Answer<Status, ItemsOf<Page>>
        : A
    : never;
/** The list in a page. */
type ItemsOf<Page> = {
  [K in keyof Page]: NonNullable<Page[K]> extends readonly (infer Item)[] ? readonly Item[] : never;
}[keyof Page];

type Bodies<R> = R extends Schema ? Output<R> : { [K in keyof R]: EntryResult<R[K]> }[keyof R];
type Errors<R> = R extends Schema
  ? never
  : { [K in Exclude<keyof R, SuccessStatus>]: EntryResult<R[K]> }[Exclude<keyof R, SuccessStatus>];
type ResponseOf<S> = S extends { readonly response: infer R } ? R : unknown;

/** What `down` returns. */
export type OlderAnswer<H, B> = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: B extends { readonly response: infer R }
    ? Frozen<Bodies<R> | Errors<ResponseOf<SchemasOf<H>>>>
    : unknown;
};

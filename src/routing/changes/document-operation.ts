import { isText } from '../../changes/read-arguments.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Class } from '../../wiring/metadata.js';
import type { RequestPart } from '../declare/request-parts.js';
import type { EntryResult, Input, RouteSchemas, SuccessOf, SuccessStatus } from '../declare/route-schemas.js';
import type { Answer } from './operation-types.js';

/** A schema, or one each by media type. */
export type DocumentContent = Schema | Readonly<Record<string, Schema>>;

/** An operation of a document, as `svc shapes` writes it in `operations`. */
export interface DocumentOperation {
  /** Missing where the document gives none, or the same one twice. */
  readonly operationId?: string;
  /** In capitals. */
  readonly method: string;
  /** As in the document: `/books/{id}`. */
  readonly path: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly cookies?: Schema;
  readonly body?: DocumentContent;
  /** By status, `2XX` or `default`; null for an answer without a body. */
  readonly responses: Readonly<Record<number | string, DocumentContent | null>>;
}

/** What takes the place of a controller for operations of a document: its handlers are the keys of `operations`. */
export const documentOperations: Class = class operations {};

const pathReader = Symbol('pathReader');

/** Makes a controller stand for the operations of a document. `declaredPath` makes of a whole path what its handlers would declare. */
export function standForDocument(controller: Class, declaredPath: (path: string) => string): void {
  Object.defineProperty(controller, pathReader, { value: declaredPath });
}

const pathReaderOf = (target: Class) => (target as { readonly [pathReader]?: (path: string) => string })[pathReader];

/** Whether what `operation()` names is declared by a controller. */
export const isDeclaredBy = (named: Class, target: Class): boolean =>
  named === target || (named === documentOperations && pathReaderOf(target) !== undefined);

/** What a change says of an operation, with its older path as the controller declares it. */
export function placedIn<
  O extends { readonly before: { readonly path?: string }; readonly operation: DocumentOperation | null },
>(target: Class, operation: O): O {
  const { path } = operation.before;
  const read = operation.operation && pathReaderOf(target);
  if (!read || path === undefined) return operation;
  const known = placed.get(target) ?? new WeakMap<object, object>();
  placed.set(target, known);
  const found = known.get(operation) ?? { ...operation, before: { ...operation.before, path: read(path) } };
  known.set(operation, found);
  return found as O;
}

const placed = new WeakMap<Class, WeakMap<object, object>>();

/** The name of an operation of a document: its operationId, or `GET /books/{id}`. */
export const operationKey = ({ operationId, method, path }: DocumentOperation): string =>
  operationId ?? `${method} ${path}`;

export const isDocumentOperation = (value: object): value is DocumentOperation =>
  'method' in value &&
  isText(value.method) &&
  'path' in value &&
  isText(value.path) &&
  'responses' in value &&
  typeof value.responses === 'object';

type JsonMedia = `application/json${string}` | `application/${string}+json${string}`;

/** The schema of a body: where several media types have their own, that of JSON, and any of them where none is JSON. */
type ContentSchema<C> = C extends Schema
  ? C
  : [Extract<keyof C, JsonMedia>] extends [never]
    ? Extract<C[keyof C], Schema>
    : Extract<C[Extract<keyof C, JsonMedia>], Schema>;

type ResponsesOf<R> = { readonly [Status in keyof R]: R[Status] extends null ? null : ContentSchema<R[Status]> };

type PartsOf<O extends DocumentOperation> = {
  readonly [P in Extract<keyof O, RequestPart>]: ContentSchema<O[P]>;
} & { readonly response: ResponsesOf<O['responses']> };

/** The handler that an operation of a document would have in a service. */
export type HandlerOf<O extends DocumentOperation> =
  PartsOf<O> extends infer S extends RouteSchemas ? (input: Input<S>) => SuccessOf<S> : never;

/** What `down` gets: an answer of one of the statuses. */
export type DocumentAnswer<O extends DocumentOperation> = AnswersIn<ResponsesOf<O['responses']>>;

type AnswersIn<R> = {
  [Key in keyof R]: Answer<StatusOf<Key, keyof R>, EntryResult<R[Key]>>;
}[keyof R];

/** The statuses that an answer stands for; `Keys` are all that are declared. */
type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Exclude<Key extends keyof StatusRanges ? StatusRanges[Key] : StatusRanges[keyof StatusRanges], Keys>;

/** The statuses of final answers (the registry of RFC 9110, section 16.2.1). */
interface StatusRanges {
  readonly '2XX': SuccessStatus;
  readonly '3XX': 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
  readonly '4XX':
    | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
    | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
  readonly '5XX': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
}

import { type FileField, type FilesOf, requireFiles } from './files.js';
import type { Output, Schema } from '../../schema/standard-schema.js';
import { isItems, type Items, ItemStream, type StreamDetail } from './streams.js';

/** How a body is written, and what is read of it. Sizes are in bytes. */
export type BodyForm =
  | { readonly kind: 'json'; readonly mediaTypes: readonly string[] }
  | { readonly kind: 'form' | 'text' | 'bytes'; readonly mediaTypes: readonly string[]; readonly maxBytes?: number }
  | {
      readonly kind: 'ndjson';
      readonly mediaTypes: readonly string[];
      readonly maxBytes: number;
      readonly maxItemBytes?: number;
    }
  | {
      readonly kind: 'multipart';
      readonly mediaTypes: readonly string[];
      readonly files: Readonly<Record<string, FileField>>;
      readonly maxBytes: number;
      readonly maxFieldBytes: number;
      readonly maxParts: number;
    }
  | {
      readonly kind: 'several';
      readonly mediaTypes: readonly string[];
      readonly forms: readonly MediaForm[];
      readonly maxBytes?: number;
    };

/** A media type that a document offers for a body, how it is written, and its schema. */
export interface MediaForm {
  readonly mediaType: string;
  readonly as: 'json' | 'form' | 'parts' | 'lines';
  /** Of the value; of parts, by their names; of lines, a list. */
  readonly schema: Schema;
  /** As the document has it: of lines, that of one. */
  readonly described: Schema;
}

export type BodyKind = BodyForm['kind'];
export type FormOf<Kind extends BodyKind> = Extract<BodyForm, { readonly kind: Kind }>;

declare const value: unique symbol;
const brand = Symbol.for('svckit.body');

/** A body in another form than JSON; its handler gets a `V`. */
export interface Body<V = unknown> {
  readonly form: BodyForm;
  /** Of the whole body, of multipart's fields, of each NDJSON item; null where nothing is described. */
  readonly schema: Schema | null;
  readonly [value]?: V;
}

export type BodyOutput<B> = B extends Body<infer V> ? V : Output<B>;

export const isBody = (given: unknown): given is Body => typeof given === 'object' && given !== null && brand in given;

/** The form of a declared body, and the schema in it. */
export const bodyParts = (body: Schema | Body): { readonly form: BodyForm; readonly schema: Schema | null } =>
  isBody(body) ? body : { form: json, schema: body };

const json: BodyForm = Object.freeze({ kind: 'json', mediaTypes: Object.freeze(['application/json']) });

function makeBody<V>(form: BodyForm, schema: Schema | null): Body<V> {
  return Object.freeze({ [brand]: true, form: Object.freeze(form), schema });
}

interface Size {
  /** Replaces `bodyLimit`. */
  readonly maxBytes?: number;
}

interface Typed extends Size {
  /** `image/*` stands for all of its kind. */
  readonly mediaTypes?: readonly string[];
}

/** An `application/x-www-form-urlencoded` body. Values are converted from text to the types in the schema. */
export function form<S extends Schema>(schema: S, { maxBytes }: Size = {}): Body<Output<S>> {
  requireSize('form', { maxBytes });
  const mediaTypes = ['application/x-www-form-urlencoded'];
  return makeBody({ kind: 'form', mediaTypes, ...(maxBytes !== undefined && { maxBytes }) }, schema);
}

/** A body that is text in UTF-8, `text/plain` by default. */
export function text({ mediaTypes = ['text/plain'], maxBytes }: Typed = {}): Body<string> {
  requireSize('text', { maxBytes });
  return makeBody({ kind: 'text', mediaTypes, ...(maxBytes !== undefined && { maxBytes }) }, null);
}

/** A body that is read as bytes, `application/octet-stream` by default. */
export function bytes({ mediaTypes = ['application/octet-stream'], maxBytes }: Typed = {}): Body<Buffer> {
  requireSize('bytes', { maxBytes });
  return makeBody({ kind: 'bytes', mediaTypes, ...(maxBytes !== undefined && { maxBytes }) }, null);
}

const mebibyte = 1024 * 1024;

interface ItemSizes extends Size {
  /** Of one item; `bodyLimit` by default. */
  readonly maxItemBytes?: number;
}

/**
 * JSON values, one a line. As a `body`, the handler reads them one by one as they come; in `response`, the handler answers with
 * `ndjson(items)`. `maxBytes` is 1 GiB by default.
 */
export function ndjson<S extends Schema>(
  schema: S,
  sizes?: ItemSizes,
): Body<AsyncIterable<Output<S>>> & StreamDetail<Output<S>>;
/** As an answer: sends each item of an async iterable as a line of JSON. */
export function ndjson<T>(items: Items<T>): ItemStream<T>;
export function ndjson(
  given: Schema | Items<unknown>,
  { maxBytes = 1024 * mebibyte, maxItemBytes }: ItemSizes = {},
): (Body & StreamDetail<unknown>) | ItemStream {
  if (isItems(given)) return new ItemStream('ndjson', given, 0);
  requireSize('ndjson', { maxBytes, maxItemBytes });
  const sent = 'application/x-ndjson';
  const mediaTypes = [sent, 'application/ndjson', 'application/jsonl'];
  return Object.freeze({
    ...makeBody({ kind: 'ndjson', mediaTypes, maxBytes, ...(maxItemBytes !== undefined && { maxItemBytes }) }, null),
    description: 'JSON values, one a line. The schema is that of each.',
    schema: given,
    mediaTypes: Object.freeze([sent]),
    stream: 'ndjson' as const,
  });
}

interface MultipartOptions<F, Files> extends Size {
  readonly fields?: F;
  readonly files?: Files;
  /** Of one field; 64 KiB by default. */
  readonly maxFieldBytes?: number;
  /** Fields and files together; 200 by default. */
  readonly maxParts?: number;
}

/**
 * A `multipart/form-data` body: fields, and files that are kept in a temporary folder until the answer is sent. `maxBytes`, of
 * everything together, is by default what the files may have and 1 MiB.
 */
export function multipart<
  F extends Schema | undefined = undefined,
  const Files extends Readonly<Record<string, FileField>> = {},
>({
  fields,
  files = {} as Files,
  maxFieldBytes = 64 * 1024,
  maxParts = 200,
  maxBytes = mebibyte + Object.values(files).reduce((sum, { max, maxBytes: size }) => sum + max * size, 0),
}: MultipartOptions<F, Files>): Body<{ readonly fields: Output<F>; readonly files: FilesOf<Files> }> {
  requireSize('multipart', { maxBytes, maxFieldBytes, maxParts });
  requireFiles(files);
  return makeBody(
    { kind: 'multipart', mediaTypes: ['multipart/form-data'], files, maxBytes, maxFieldBytes, maxParts },
    fields ?? null,
  );
}

/** The most bytes of a body with parts, among which there may be files. */
const partsLimit = 16 * mebibyte;

/** A body that a document offers in several media types, or in parts. `schema` describes the value in any of them. */
export function several(forms: readonly MediaForm[], schema: Schema): Body {
  const mediaTypes = Object.freeze(forms.map(({ mediaType }) => mediaType));
  const maxBytes = forms.some((one) => one.as === 'parts') ? { maxBytes: partsLimit } : {};
  return makeBody({ kind: 'several', mediaTypes, forms: Object.freeze(forms), ...maxBytes }, schema);
}

export function requireSize(name: string, sizes: Readonly<Record<string, number | undefined>>): void {
  for (const [option, size] of Object.entries(sizes))
    if (size !== undefined && !(Number.isSafeInteger(size) && size > 0))
      throw new TypeError(`${name}(): ${option} is ${String(size)}. Write a positive integer.`);
}

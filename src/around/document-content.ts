import { z } from 'zod';
import { type JsonObject, objectAt, textAt } from '../json/json.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import type { DocumentContent, DocumentOperation } from '../routing/changes/document-operation.js';
import { type Body, form, type MediaForm, ndjson, several } from '../routing/declare/bodies.js';
import type { ResponseDetail, ResponseEntry } from '../routing/declare/response-entry.js';
import type { StreamKind } from '../routing/declare/streamed-answer.js';
import { events } from '../routing/declare/streams.js';
import { isJson } from '../routing/table/responses.js';
import { readNode } from '../schema/read-node.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';

/** A schema that no change can read in its media type, by its place. */
export interface UnreadSchema {
  readonly place: string;
  readonly schema: Schema;
}

/** What an operation takes and answers in media types that changes can read. */
export interface DocumentParts {
  readonly body: Schema | Body | undefined;
  readonly answers: {
    /** By status. */
    readonly response: Readonly<Record<string, ResponseEntry>>;
    /** By `4XX` or `default`, and by `200 text/csv` for a media type beside the first of a status. */
    readonly ranges: Readonly<Record<string, ResponseEntry>>;
  };
  readonly unread: readonly UnreadSchema[];
}

/** Reads the bodies and answers of an operation. */
export function documentContent({ node, document }: Operation, { body, responses }: DocumentOperation): DocumentParts {
  const taken = readBody(document.resolve(node['requestBody']), body);
  const answers = Object.entries(responses).map(([status, content]) =>
    readAnswer(status, document.resolve(objectAt(node['responses'])[status]), content ?? null),
  );
  const entries = answers.flatMap((one) => one.entries);
  const isOne = ([key]: readonly [string, ResponseEntry]) => /^[1-5]\d\d$/.test(key);
  return {
    body: taken.body,
    answers: {
      response: Object.fromEntries(entries.filter(isOne)),
      ranges: Object.fromEntries(entries.filter((entry) => !isOne(entry))),
    },
    unread: [...taken.unread, ...answers.flatMap((one) => one.unread)],
  };
}

const mediaTypesOf = (holder: JsonObject) => Object.keys(objectAt(holder['content']));

const schemaFor = (content: DocumentContent | null | undefined, mediaType: string): Schema | undefined =>
  isSchema(content) ? content : (content as Readonly<Record<string, Schema>> | null | undefined)?.[mediaType];

const kinds: readonly (readonly [MediaForm['as'], RegExp])[] = [
  ['json', /^(?:application\/(?:.+\+)?json|text\/json|application\/\*(?:\+json)?|\*\/\*)\s*(?:;|$)/i],
  ['form', /^application\/x-www-form-urlencoded\s*(?:;|$)/i],
  ['parts', /^multipart\/form-data\s*(?:;|$)/i],
  ['lines', /^application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-lines|stream\+json)\s*(?:;|$)/i],
];

/** How a media type is written; null for one that changes cannot read. Text that is no string is JSON: several frameworks offer it so. */
function kindOf(mediaType: string, schema: Schema | undefined): MediaForm['as'] | null {
  const known = kinds.find(([, pattern]) => pattern.test(mediaType));
  if (known) return known[0];
  return schema && /^text\/plain\b/i.test(mediaType) && isStructured(schema) ? 'json' : null;
}

function isStructured(schema: unknown): boolean {
  const node = readNode(schema);
  if (node.kind === 'wrapper') return isStructured(node.inner);
  return node.kind !== 'scalar' && node.kind !== 'opaque';
}

const isEvents = (mediaType: string) => /^text\/event-stream\b/i.test(mediaType);
const anything = z.unknown() as unknown as Schema;

/** A body that changes may read; others pass as bytes. */
function readBody(
  holder: JsonObject,
  content: DocumentContent | undefined,
): { readonly body: Schema | Body | undefined; readonly unread: readonly UnreadSchema[] } {
  const forms: MediaForm[] = [];
  const unread: UnreadSchema[] = [];
  for (const mediaType of mediaTypesOf(holder)) {
    const schema = schemaFor(content, mediaType);
    const as = kindOf(mediaType, schema);
    if (!schema) continue;
    if (as === null) unread.push({ place: `the body as ${mediaType}`, schema });
    else forms.push({ mediaType, as, schema, described: schema });
  }
  return { body: bodyOf(forms), unread };
}

function bodyOf(forms: readonly MediaForm[]): Schema | Body | undefined {
  const [only, ...more] = forms;
  if (!only) return undefined;
  if (more.length === 0 && only.as === 'json' && isJson(only.mediaType)) return only.schema;
  if (more.length === 0 && only.as === 'form') return form(only.schema);
  if (more.length === 0 && only.as === 'lines') return ndjson(only.schema);
  const lists = new Map<Schema, Schema>();
  const listOf = (schema: Schema) => {
    const list = lists.get(schema) ?? (z.array(schema as never) as unknown as Schema);
    lists.set(schema, list);
    return list;
  };
  const whole = forms.map((one) => (one.as === 'lines' ? { ...one, schema: listOf(one.schema) } : one));
  const [first, ...others] = new Set(whole.map(({ schema }) => schema));
  return several(whole, others.length === 0 ? first! : (z.union([first, ...others] as never) as unknown as Schema));
}

interface ReadAnswer {
  readonly entries: readonly (readonly [string, ResponseEntry])[];
  readonly unread: readonly UnreadSchema[];
}

/** An answer by its status; media types with schemas of their own stand behind the status. */
function readAnswer(status: string, holder: JsonObject, content: DocumentContent | null): ReadAnswer {
  const names = Object.keys(objectAt(holder['headers'])).filter((name) => !/^content-type$/i.test(name));
  const description = textAt(holder['description']);
  const said = {
    ...(description !== null && description !== '' && { description }),
    ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, z.string()])) }),
  };
  const mediaTypes = mediaTypesOf(holder);
  const unread: UnreadSchema[] = [];
  const read: { readonly kind: StreamKind | 'json'; readonly schema: Schema; readonly mediaTypes: string[] }[] = [];
  for (const mediaType of mediaTypes) {
    const isStream = isEvents(mediaType) || kindOf(mediaType, undefined) === 'lines';
    const schema = schemaFor(content, mediaType) ?? (isStream ? anything : undefined);
    if (!schema) continue;
    const kind = answerKind(mediaType, schema);
    const known = read.find((one) => one.kind === kind && one.schema === schema);
    if (kind === null) unread.push({ place: `the answer ${status} as ${mediaType}`, schema });
    else if (known) known.mediaTypes.push(mediaType);
    else read.push({ kind, schema, mediaTypes: [mediaType] });
  }
  const inOrder = read.toSorted((one, other) => placeOf(one.mediaTypes) - placeOf(other.mediaTypes));
  const [first, ...others] = inOrder.map((one) => ({ ...detailOf(one), ...said, mediaTypes: one.mediaTypes }));
  if (!first) return { entries: [[status, mediaTypes.length === 0 ? said : { ...said, mediaTypes }]], unread };
  const beside = others.flatMap((entry) =>
    entry.mediaTypes.map((mediaType) => [`${status} ${mediaType}`, entry] as const),
  );
  return { entries: [[status, first], ...beside], unread };
}

/** JSON itself is the first. */
const placeOf = (mediaTypes: readonly string[]) => (mediaTypes.some(isJson) ? 0 : 1);

function answerKind(mediaType: string, schema: Schema): StreamKind | 'json' | null {
  if (isEvents(mediaType)) return 'events';
  const kind = kindOf(mediaType, schema);
  return kind === 'lines' ? 'ndjson' : kind === 'json' ? kind : null;
}

function detailOf({ kind, schema }: { readonly kind: StreamKind | 'json'; readonly schema: Schema }): ResponseDetail {
  if (kind === 'json') return { schema };
  return kind === 'ndjson' ? ndjson(schema) : events(schema);
}

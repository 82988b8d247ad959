import { z } from 'zod';
import { type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { nameOperation } from '../report/result.js';
import { type DocumentContent, type DocumentOperation, operationKey } from '../routing/changes/document-operation.js';
import { form, ndjson } from '../routing/declare/bodies.js';
import { type Method, methods } from '../routing/declare/method.js';
import type { ResponseEntry } from '../routing/declare/response-entry.js';
import type { ApiDocOptions } from '../routing/declare/route-facts.js';
import type { RouteSchemas } from '../routing/declare/route-schemas.js';
import type { SecurityRequirement } from '../routing/declare/security.js';
import { events } from '../routing/declare/streams.js';
import { declaredForm, joinPath } from '../routing/table/path.js';
import { isJson, responseDetail } from '../routing/table/responses.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';

/** The operations of a document, as `svc shapes` writes them. */
export type DocumentOperations = Readonly<Record<string, DocumentOperation>>;

/** An operation that an application answers, as a handler would declare it. */
export interface RelayedOperation {
  /** Its key in `operations`. */
  readonly key: string;
  readonly method: Method;
  /** As in the document. */
  readonly path: string;
  readonly schemas: RouteSchemas;
  /** Declared answers of statuses that the document gives together: `4XX`, `default`. */
  readonly ranges: Readonly<Record<string, ResponseEntry>>;
  /** What passes as bytes though it has a schema, by its place: changes cannot reach it. */
  readonly unread: readonly { readonly place: string; readonly schema: Schema }[];
  readonly doc: ApiDocOptions;
  readonly security: readonly SecurityRequirement[] | null;
}

/** An operation that cannot be a route. It passes unchanged; its schemas are kept. */
export interface OmittedOperation {
  readonly name: string;
  readonly schemas: readonly Schema[];
}

/** The operations of a document with their schemas. */
export function relayedOperations(
  document: OpenDocument,
  written: DocumentOperations,
): { readonly operations: readonly RelayedOperation[]; readonly omitted: readonly OmittedOperation[] } {
  const byAddress = new Map(Object.entries(written).map(([key, one]) => [nameOperation(one), { key, one }]));
  const described = listOperations(document).map((operation) => ({ operation, name: nameOperation(operation) }));
  const missing = described.filter(({ name }) => !byAddress.has(name)).map(({ name }) => name);
  const gone = [...byAddress.keys()].filter((address) => !described.some(({ name }) => name === address));
  if (missing.length + gone.length > 0) throw outOfDate(missing, gone);
  const [operations, omitted]: [RelayedOperation[], OmittedOperation[]] = [[], []];
  for (const { operation, name } of described) {
    const { key, one } = byAddress.get(name)!;
    if (isRoutable(operation)) operations.push(relayedOperation(operation, key, one, document));
    else omitted.push({ name, schemas: schemasOf(one) });
  }
  return { operations, omitted };
}

const schemasOf = ({ params, query, headers, cookies, body, responses }: DocumentOperation): readonly Schema[] =>
  [params, query, headers, cookies, body, ...Object.values(responses)].flatMap((content) =>
    isSchema(content) ? content : Object.values(content ?? {}),
  );

function outOfDate(missing: readonly string[], gone: readonly string[]): TypeError {
  const said = [
    ...(missing.length > 0 ? [`operations lacks ${firstOf(missing)}`] : []),
    ...(gone.length > 0 ? [`the document lacks ${firstOf(gone)}`] : []),
  ];
  return new TypeError(
    `around(): ${said.join(', and ')}. Write the operations again: svc shapes openapi.json --out shapes.ts.`,
  );
}

const firstOf = ([first, ...others]: readonly string[]) =>
  others.length === 0 ? first! : `${first!} and ${others.length} more`;

/** Whether a route can have its method and path. */
const isRoutable = ({ method, path }: Operation) =>
  methods.some((known) => known === method) && joinPath(declaredForm(path)).invalid.length === 0;

function relayedOperation(
  operation: Operation,
  key: string,
  written: DocumentOperation,
  document: OpenDocument,
): RelayedOperation {
  const { params, query, headers, cookies } = written;
  const body = bodyOf(operation, written, document);
  const { node } = operation;
  const media = mediaTypesOf(document.resolve(node['requestBody']));
  return {
    key,
    method: operation.method as Method,
    path: operation.path,
    schemas: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(cookies && { cookies }),
      ...(body && { body }),
      response: responsesOf(operation, written, document, (status) => /^[1-5]\d\d$/.test(status)),
    },
    ranges: withoutStreams(responsesOf(operation, written, document, (status) => /^(?:[1-5]XX|default)$/.test(status))),
    unread: unreadSchemas(operation, written, document, body !== undefined),
    doc: {
      ...textMembers(node, ['summary', 'description']),
      operationId: operationKey(written),
      ...(node['deprecated'] === true && { deprecated: true }),
      tags: listAt(node['tags']).map(String),
      ...(!body && media.length > 0 && { rawBody: { mediaTypes: media } }),
    },
    security: securityOf(node, document),
  };
}

const mediaTypesOf = (holder: JsonObject) => Object.keys(objectAt(holder['content']));

/** A body that changes may read; others pass as bytes. */
function bodyOf({ node }: Operation, { body }: DocumentOperation, document: OpenDocument): RouteSchemas['body'] {
  const media = mediaTypesOf(document.resolve(node['requestBody']));
  const json = media.find(isJson);
  if (json !== undefined) return schemaFor(body, json);
  const [only] = media;
  if (media.length !== 1 || !only) return undefined;
  const schema = schemaFor(body, only);
  if (schema && /^application\/x-www-form-urlencoded$/i.test(only)) return form(schema);
  return schema && isLines(only) ? ndjson(schema) : undefined;
}

/** The schemas of bodies and answers that are neither JSON, nor a form, nor a stream of JSON. */
function unreadSchemas(
  { node }: Operation,
  { body, responses }: DocumentOperation,
  document: OpenDocument,
  readsBody: boolean,
): RelayedOperation['unread'] {
  const of = (place: string, holder: JsonObject, content: DocumentContent | null | undefined) =>
    mediaTypesOf(holder).flatMap((media) => {
      const schema = isReadable(media) ? undefined : schemaFor(content, media);
      return schema ? [{ place: `${place} as ${media}`, schema }] : [];
    });
  return [
    ...(readsBody ? [] : of('the body', document.resolve(node['requestBody']), body)),
    ...Object.entries(responses).flatMap(([status, content]) =>
      of(`the answer ${status}`, document.resolve(objectAt(node['responses'])[status]), content),
    ),
  ];
}

const isReadable = (mediaType: string) => isJson(mediaType) || isLines(mediaType) || isEvents(mediaType);

const isEvents = (mediaType: string) => /^text\/event-stream\b/i.test(mediaType);

const isLines = (mediaType: string) => /^application\/(?:x-ndjson|ndjson|jsonl)\b/i.test(mediaType);

const schemaFor = (content: DocumentContent | null | undefined, mediaType: string): Schema | undefined =>
  isSchema(content) ? content : (content as Readonly<Record<string, Schema>> | null | undefined)?.[mediaType];

function responsesOf(
  { node }: Operation,
  { responses }: DocumentOperation,
  document: OpenDocument,
  isAsked: (status: string) => boolean,
): Readonly<Record<string, ResponseEntry>> {
  const statuses = Object.keys(responses).filter(isAsked);
  return Object.fromEntries(
    statuses.map((status) => {
      const response = document.resolve(objectAt(node['responses'])[status]);
      return [status, entryOf(response, responses[status] ?? null)];
    }),
  );
}

/** Changes read no stream of a status that a document gives together with others. */
const withoutStreams = (entries: Readonly<Record<string, ResponseEntry>>): Readonly<Record<string, ResponseEntry>> =>
  Object.fromEntries(
    Object.entries(entries).map(([range, entry]) => {
      const { stream, schema: _, ...said } = responseDetail(entry);
      return [range, stream === undefined ? entry : said];
    }),
  );

const headersOf = (response: JsonObject) =>
  Object.keys(objectAt(response['headers'])).filter((name) => !/^content-type$/i.test(name));

function entryOf(response: JsonObject, content: DocumentContent | null): ResponseEntry {
  const names = headersOf(response);
  const said = {
    ...textMembers(response, ['description']),
    ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, z.string()])) }),
  };
  const media = mediaTypesOf(response);
  const json = media.find(isJson);
  if (json !== undefined) return { ...said, schema: schemaFor(content, json)!, mediaTypes: [json] };
  const stream = media.find((one) => isLines(one) || isEvents(one));
  if (stream === undefined) return media.length === 0 ? said : { ...said, mediaTypes: media };
  const schema = schemaFor(content, stream) ?? z.unknown();
  return { ...(isLines(stream) ? ndjson(schema) : events(schema)), ...said, mediaTypes: [stream] };
}

/** The credentials that an operation asks for; null where its document says nothing of them. */
function securityOf(node: JsonObject, document: OpenDocument): readonly SecurityRequirement[] | null {
  const written = node['security'] ?? document.root['security'];
  return written === undefined ? null : (listAt(written) as readonly unknown[] as readonly SecurityRequirement[]);
}

function textMembers<Name extends string>(node: JsonObject, names: readonly Name[]): { [N in Name]?: string } {
  const found = names.flatMap((name) => {
    const text = textAt(node[name] as Json | undefined);
    return text === null || text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found) as { [N in Name]?: string };
}

import { z } from 'zod';
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { nameOperation } from '../report/result.js';
import type { DocumentContent, DocumentOperation } from '../routing/changes/document-operation.js';
import { form, ndjson } from '../routing/declare/bodies.js';
import { type Method, methods } from '../routing/declare/method.js';
import type { ResponseEntry } from '../routing/declare/response-entry.js';
import type { ApiDocOptions } from '../routing/declare/route-facts.js';
import type { RouteSchemas } from '../routing/declare/route-schemas.js';
import type { SecurityRequirement } from '../routing/declare/security.js';
import { events } from '../routing/declare/streams.js';
import { declaredForm, joinPath, pathShape } from '../routing/table/path.js';
import { isJson, responseDetail } from '../routing/table/responses.js';
import type { SecurityScheme } from '../routing/table/security-schemes.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';
import { type KeyedOperation, keyOperations } from '../shapes/operation-shapes.js';
import { type ChangedShapes, schemasOf } from './changed-shapes.js';
import { operationSchemas } from './operation-schemas.js';

/** The operations of a document, as `svc shapes` writes them. */
export type DocumentOperations = Readonly<Record<string, DocumentOperation>>;

/** An operation that an application answers, as a handler would declare it. */
export interface RelayedOperation {
  /** Its operationId, or its method and path. */
  readonly key: string;
  readonly method: Method;
  /** As in the document. */
  readonly path: string;
  /** Only the statuses of its answers where no change reaches it. */
  readonly schemas: RouteSchemas;
  /** Declared answers of statuses that the document gives together: `4XX`, `default`. */
  readonly ranges: Readonly<Record<string, ResponseEntry>>;
  /** What passes as bytes though it has a schema, by its place: changes cannot reach it. */
  readonly unread: readonly { readonly place: string; readonly schema: Schema }[];
  readonly doc: ApiDocOptions;
  readonly security: readonly SecurityRequirement[] | null;
}

/** An operation that cannot be a route. It passes unchanged; its schemas are kept where a change may reach them. */
export interface OmittedOperation {
  readonly name: string;
  readonly schemas: readonly Schema[];
}

type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** What an application answers. */
export interface ApplicationOperations {
  readonly operations: readonly RelayedOperation[];
  readonly omitted: readonly OmittedOperation[];
}

/**
 * The operations of a document. Those that changes may reach have schemas: those that `written` has for them, or the changes themselves, and
 * otherwise those of the document. Throws a TypeError where `written` has an operation that the document lacks.
 */
export function relayedOperations(
  document: OpenDocument,
  written: DocumentOperations,
  changed: ChangedShapes,
  schemes: SecuritySchemes,
): ApplicationOperations {
  const keyed = keyOperations(listOperations(document));
  requireKnown(written, keyed);
  const schemas = operationSchemas(document, keyed, changed, Object.values(written));
  const [operations, omitted]: [RelayedOperation[], OmittedOperation[]] = [[], []];
  for (const { key, operation } of withoutTwins(keyed, ({ operation }) => schemas.has(operation))) {
    const own = schemas.get(operation) ?? null;
    if (isRoutable(operation)) operations.push(relayedOperation(operation, key, own, document, schemes));
    else omitted.push({ name: nameOperation(operation), schemas: own === null ? [] : schemasOf(own) });
  }
  return { operations, omitted };
}

/** Operations that a request cannot tell apart are one where no change reaches them: the application chooses among them. */
function withoutTwins(
  keyed: readonly KeyedOperation[],
  isTouched: (keyed: KeyedOperation) => boolean,
): readonly KeyedOperation[] {
  const seen = new Map<string, KeyedOperation>();
  return keyed.filter((one) => {
    const { method, path } = one.operation;
    const address = `${method} ${pathShape(path)}`;
    const first = seen.get(address);
    if (!first) seen.set(address, one);
    return !first || isTouched(one) || isTouched(first);
  });
}

function requireKnown(written: DocumentOperations, keyed: readonly KeyedOperation[]): void {
  const described = new Set(keyed.map(({ operation }) => nameOperation(operation)));
  const [gone, ...more] = Object.values(written)
    .map(nameOperation)
    .filter((address) => !described.has(address));
  if (gone !== undefined)
    throw new TypeError(
      `around(): the document lacks ${more.length === 0 ? gone : `${gone} and ${more.length} more`}. Write the operations again: svc shapes openapi.json --out shapes.ts.`,
    );
}

/** Whether a route can have its method and path. */
const isRoutable = ({ method, path }: Operation) => {
  const { invalid, parameters } = joinPath(declaredForm(path));
  return (
    methods.some((known) => known === method) && invalid.length === 0 && new Set(parameters).size === parameters.length
  );
};

function relayedOperation(
  operation: Operation,
  key: string,
  written: DocumentOperation | null,
  document: OpenDocument,
  schemes: SecuritySchemes,
): RelayedOperation {
  const { node, method, path } = operation;
  const shared = { key, method: method as Method, path, security: securityOf(node, document, schemes) };
  const doc = {
    ...textMembers(node, ['summary', 'description']),
    operationId: key,
    ...(node['deprecated'] === true && { deprecated: true }),
    tags: listAt(node['tags']).map(String),
  };
  if (written === null) {
    const statuses = Object.keys(objectAt(node['responses'])).filter(isStatus);
    const response = Object.fromEntries(statuses.map((status) => [status, null]));
    return { ...shared, schemas: { response }, ranges: {}, unread: [], doc };
  }
  const { params, query, headers, cookies } = written;
  const body = bodyOf(operation, written, document);
  const media = mediaTypesOf(document.resolve(node['requestBody']));
  return {
    ...shared,
    schemas: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(cookies && { cookies }),
      ...(body && { body }),
      response: responsesOf(operation, written, document, isStatus),
    },
    ranges: withoutStreams(responsesOf(operation, written, document, (status) => /^(?:[1-5]XX|default)$/.test(status))),
    unread: unreadSchemas(operation, written, document, body !== undefined),
    doc: { ...doc, ...(!body && media.length > 0 && { rawBody: { mediaTypes: media } }) },
  };
}

const isStatus = (status: string) => /^[1-5]\d\d$/.test(status);

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

/** The credentials that an operation asks for, without those that its document does not describe; null where it says nothing of them. */
function securityOf(
  node: JsonObject,
  document: OpenDocument,
  schemes: SecuritySchemes,
): readonly SecurityRequirement[] | null {
  const written = node['security'] ?? document.root['security'];
  if (!Array.isArray(written)) return null;
  const known = written.filter(isRequirement).flatMap((requirement) => {
    const names = Object.keys(requirement);
    if (!names.every((name) => Object.hasOwn(schemes, name))) return [];
    return [Object.fromEntries(names.map((name) => [name, knownScopes(schemes[name]!, requirement[name])]))];
  });
  return known.length === 0 && written.length > 0 ? null : known;
}

const isRequirement = (value: Json): value is JsonObject => isObject(value);

function knownScopes(scheme: SecurityScheme, asked: Json | undefined): readonly string[] {
  const flows = scheme.type === 'oauth2' ? Object.values(scheme.flows) : [];
  const scopes = new Set(flows.flatMap((flow) => Object.keys(flow?.scopes ?? {})));
  return listAt(asked)
    .map(String)
    .filter((scope) => scheme.type !== 'oauth2' || scopes.has(scope));
}

function textMembers<Name extends string>(node: JsonObject, names: readonly Name[]): { [N in Name]?: string } {
  const found = names.flatMap((name) => {
    const text = textAt(node[name] as Json | undefined);
    return text === null || text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found) as { [N in Name]?: string };
}

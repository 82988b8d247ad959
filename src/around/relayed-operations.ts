import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { nameOperation } from '../report/result.js';
import { fieldsIn, isSealed } from '../routing/changes/check-sealed.js';
import { type DocumentOperation, operationKey } from '../routing/changes/document-operation.js';
import { bodyParts } from '../routing/declare/bodies.js';
import { type Method, methods } from '../routing/declare/method.js';
import type { ResponseEntry } from '../routing/declare/response-entry.js';
import type { ApiDocOptions } from '../routing/declare/route-facts.js';
import type { RouteSchemas } from '../routing/declare/route-schemas.js';
import type { SecurityRequirement } from '../routing/declare/security.js';
import { declaredForm, joinPath, pathShape } from '../routing/table/path.js';
import type { SecurityScheme } from '../routing/table/security-schemes.js';
import type { Schema } from '../schema/standard-schema.js';
import { type NamedOperation, nameOperations } from '../shapes/operation-shapes.js';
import { type ChangedShapes, schemasOf } from './changed-shapes.js';
import { documentContent } from './document-content.js';
import { operationSchemas } from './operation-schemas.js';

/** The operations of a document, as `svc shapes` writes them. */
export type DocumentOperations = Readonly<Record<string, DocumentOperation>>;

/** An operation that an application answers, as a handler would declare it. */
export interface RelayedOperation {
  /** Its operationId, or its method and path. */
  readonly key: string;
  readonly method: Method;
  /** As requests have it: a fragment, by which some documents tell operations apart, is never sent (RFC 9110, section 4.2.4). */
  readonly path: string;
  /** As in the document. */
  readonly documentPath: string;
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
  const keys = new Map(
    [...changed.operations.values(), ...Object.values(written)].map((one) => [nameOperation(one), operationKey(one)]),
  );
  // A change names an operation as the module that it imports does.
  const keyed = nameOperations(listOperations(document)).map((one) => ({
    ...one,
    key: keys.get(nameOperation(one.operation)) ?? one.key,
  }));
  requireKnown(written, keyed);
  const schemas = operationSchemas(document, keyed, changed, Object.values(written));
  changed.meet([...schemas.values()].flatMap(schemasOf));
  const [operations, omitted]: [RelayedOperation[], OmittedOperation[]] = [[], []];
  for (const { key, operation } of withoutTwins(keyed, ({ operation }) => schemas.has(operation))) {
    const own = schemas.get(operation) ?? null;
    if (isRoutable(operation))
      operations.push(
        relayedOperation(operation, key, own, document, schemes, {
          whole: changed.operations.has(key),
          schema: changed.reaches,
        }),
      );
    else omitted.push({ name: nameOperation(operation), schemas: own === null ? [] : schemasOf(own) });
  }
  return { operations, omitted };
}

/** What requests have of a path. */
const sentPath = (path: string) => path.split('#', 1)[0]!;

/** Operations that a request cannot tell apart are one where no change reaches them, or where only a fragment does: the application chooses among them. */
function withoutTwins(
  keyed: readonly NamedOperation[],
  isTouched: (keyed: NamedOperation) => boolean,
): readonly NamedOperation[] {
  const seen = new Map<string, NamedOperation>();
  return keyed.filter((one) => {
    const { method, path } = one.operation;
    const address = `${method} ${pathShape(sentPath(path))}`;
    const first = seen.get(address);
    if (!first) seen.set(address, one);
    return !first || (sentPath(path) === path && (isTouched(one) || isTouched(first)));
  });
}

function requireKnown(written: DocumentOperations, keyed: readonly NamedOperation[]): void {
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
  const { invalid, parameters } = joinPath(declaredForm(sentPath(path)));
  return (
    methods.some((known) => known === method) && invalid.length === 0 && new Set(parameters).size === parameters.length
  );
};

/** What changes read of the requests of an operation: every part, or those with a schema that they reach. */
interface Reads {
  readonly whole: boolean;
  readonly schema: (schema: Schema | null) => boolean;
}

function relayedOperation(
  operation: Operation,
  key: string,
  written: DocumentOperation | null,
  document: OpenDocument,
  schemes: SecuritySchemes,
  reads: Reads,
): RelayedOperation {
  const { node, method, path } = operation;
  const shared = {
    key,
    method: method as Method,
    path: sentPath(path),
    documentPath: path,
    security: securityOf(node, document, schemes),
  };
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
  const { body, answers, unread } = documentContent(operation, written);
  const { response, ranges } = answers;
  const parts = Object.fromEntries(
    (['params', 'query', 'headers', 'cookies'] as const).flatMap((part) =>
      written[part] ? [[part, written[part]]] : [],
    ),
  );
  const isBodyRead = body !== undefined && (reads.whole || reads.schema(bodyParts(body).schema));
  // A request of which no change reads a part keeps it as it came; a field that seals a body which is read has to be known.
  const read = Object.entries({ ...parts, ...(isBodyRead && { body }) }).filter(
    ([part, schema]) =>
      part === 'body' ||
      reads.whole ||
      reads.schema(schema as Schema) ||
      (part === 'headers' && isBodyRead && fieldsIn(schema as Schema).some(isSealed)),
  );
  const schemas: RouteSchemas = { ...Object.fromEntries(read), response };
  return { ...shared, schemas, ranges, unread, doc };
}

const isStatus = (status: string) => /^[1-5]\d\d$/.test(status);
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

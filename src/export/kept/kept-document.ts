import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { type OpenDocument, openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { DescribedApplication } from '../../routing/table/application.js';
import type { Route } from '../../routing/table/route.js';
import type { Schema } from '../../schema/standard-schema.js';
import { groupBy } from '../../text/group-by.js';
import { NEXT } from '../../text/version-order.js';
import type { Documented } from '../document/build-document.js';
import { buildWebhooks, payloadName, payloadsOf } from '../document/build-webhooks.js';
import { ComponentNames } from '../document/component-names.js';
import type { BuildOptions } from '../document/document-settings.js';
import { UnknownVersionError } from '../document/document-versions.js';
import { createContext } from '../document/operation-context.js';
import { AdditionContext } from './additions.js';
import { locateComponents } from './locate-components.js';
import { NewestCopies } from './newest-copies.js';
import { olderOperation, schemaPairs } from './older-operation.js';
import { OlderSchemas } from './older-schemas.js';
import { type PlacedOperation, placePaths } from './place-paths.js';
import { moveReferences, referenceTo, withValueAt } from './references.js';
import { countReferences, SharedParts } from './shared-parts.js';

/** Options of a kept document. */
export interface KeptOptions extends BuildOptions {
  /** The previews that are on. */
  readonly previews?: readonly string[];
}

/**
 * The document of an application in one version: its own, with what changes touch replaced, and with what svckit adds (`additions`). By default
 * that of the newest version. Throws an UnknownVersionError.
 */
export function keptDocument(
  { document: root, info, operations }: DescribedApplication,
  { routes: released, next = [] }: Documented,
  options: KeptOptions,
): JsonObject {
  const { versioning, keep = () => true } = options;
  const versions = versioning!.versions!;
  const all = options.apiVersion === NEXT ? [...released, ...next] : released;
  const version = options.apiVersion ?? versions.newest;
  if (!versions.names.includes(version) && all === released) throw new UnknownVersionError(version, versions.names);
  const routes = all.filter((route) => route.version === version || route.version === null);
  const document = openDocument(root);
  const served = groupBy(
    routes.filter(({ relayed }) => relayed !== undefined),
    ({ handler }) => handler.method,
  );
  const livePaths = new Map(
    [...released, ...next].flatMap((route) =>
      route.version === versions.live || route.version === null ? [[route.handler.method, route.path] as const] : [],
    ),
  );
  const isMoved = ({ handler, path }: Route) => livePaths.get(handler.method) !== path;
  const known = new Map(operations.map((one) => [addressOf(one), one]));
  const touched = operations.flatMap((one) =>
    (served.get(one.key) ?? []).filter(isTouched).map((route) => [one.shape, route] as const),
  );
  const having = versions.having(options.previews ?? []);
  const olderOf = (schema: Schema) => having.schemaOf(schema, version) as Schema;
  const schemas = new OlderSchemas(
    document,
    having,
    version,
    touched.flatMap(([shape, route]) => schemaPairs(shape, route, olderOf)),
    locateComponents(document),
  );
  const shared = new SharedParts(root);
  const adding = new AdditionContext(document, options, shared, all);
  const moves = new Map<string, string>();
  const place = (operation: Operation): readonly PlacedOperation[] => {
    const own = known.get(addressOf(operation));
    // What no route can have passes in every version.
    if (!own) return [{ method: operation.method, path: operation.path, node: operation.node, listsAll: false }];
    return (served.get(own.key) ?? []).filter(keep).map((route) => {
      if (isMoved(route) || route.method !== operation.method)
        moves.set(referenceTo(operation.tokens), referenceTo(['paths', route.path, route.method.toLowerCase()]));
      const older = isTouched(route) ? olderOperation(operation, own.shape, route, schemas, shared, olderOf) : null;
      return {
        method: route.method,
        path: isMoved(route) ? route.path : operation.path,
        node: adding.add(older?.node ?? operation.node, route),
        listsAll: older?.listsAll ?? false,
      };
    });
  };
  const made: JsonObject = {
    ...root,
    info: { ...objectAt(root['info']), ...(version !== versions.live && { version }), ...info },
    paths: placePaths(document, place),
  };
  const copies = keepNewest(made, document, schemas, versions.live);
  const whole = withWebhooks(copies.document, version, all, options);
  return settle(whole, copies.components, { schemas, shared, adding, moves });
}

const addressOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

/** Whether the version has another operation than the source. */
const isTouched = ({ relayed, changes }: Route) => relayed === 'values' || changes.length > 0;

/** The events that svckit delivers; those that the document has already stay in the newest version. */
function withWebhooks(
  document: JsonObject,
  version: string | null,
  routes: readonly Route[],
  options: BuildOptions,
): JsonObject {
  const payloads = payloadsOf(options, version);
  if (payloads.length === 0) return document;
  const names = new ComponentNames();
  for (const { webhook, schema } of payloads)
    names.add(schema, 'output', { version, hint: () => payloadName(webhook) });
  const built = buildWebhooks(payloads, createContext(routes, [], options, names)) as unknown as JsonObject;
  const components = objectAt(document['components']);
  const schemas = { ...(names.components() as unknown as JsonObject), ...objectAt(components['schemas']) };
  const isNewest = version === options.versioning?.versions?.newest;
  const written = objectAt(document['webhooks']);
  return {
    ...document,
    webhooks: isNewest ? { ...built, ...written } : { ...written, ...built },
    components: { ...components, schemas },
  };
}

interface Settling {
  readonly schemas: OlderSchemas;
  readonly shared: SharedParts;
  readonly adding: AdditionContext;
  /** Where operations of the source are now, by reference. */
  readonly moves: ReadonlyMap<string, string>;
}

/** Gives what operations refer to its place: changed components, those that only the version has, parts that were split, copies in the newest shape. */
function settle(
  made: JsonObject,
  copies: NewestCopies['components'],
  { schemas, shared, adding, moves }: Settling,
): JsonObject {
  const moved = new Map<string, string>();
  let settled: Json = made;
  for (const tokens of new Set(schemas.changed.map((one) => one.tokens))) {
    const group = schemas.changed.filter((one) => one.tokens === tokens);
    const reference = referenceTo(tokens);
    const inPlace = group.find((one) => one.reference === reference);
    if (!inPlace) moved.set(reference, group[0]!.reference);
    settled = replaceComponent(settled, tokens, group);
  }
  const added = [...schemas.added, ...adding.components].map(([name, value]) => ({ kind: 'schemas', name, value }));
  for (const { kind, name, value } of [...added, ...copies])
    settled = withValueAt(settled, ['components', kind, name], value);
  const counts = countReferences(settled);
  const [whole, split] = shared.settle(settled as JsonObject, (reference) => counts.get(reference) ?? 0);
  if (moved.size + split.size + moves.size === 0) return whole;
  return moveReferences(
    whole,
    (reference) => moved.get(reference) ?? split.get(reference) ?? insideMoved(reference, moves),
  ) as JsonObject;
}

/** A reference into an operation that is elsewhere in the version. */
function insideMoved(reference: string, moves: ReadonlyMap<string, string>): string | undefined {
  if (!reference.startsWith('#/paths/')) return undefined;
  const [paths, path, method, ...rest] = tokensOf(reference);
  const place = moves.get(referenceTo([paths!, path ?? '', method ?? '']));
  return place === undefined ? undefined : referenceTo([...tokensOf(place), ...rest]);
}

type Changed = OlderSchemas['changed'];

/** Changed forms of one component, in its place. */
function replaceComponent(root: Json, tokens: readonly string[], group: Changed): Json {
  const reference = referenceTo(tokens);
  const [home, kind, own] = tokens;
  if (home !== 'components' || tokens.length !== 3)
    return group.reduce((made, one) => withValueAt(made, tokensOf(one.reference), one.schema), root);
  const entries = Object.entries(objectAt(valueAt(root, [home, kind!]))).flatMap(([name, value]) => {
    if (name !== own) return [[name, value] as const];
    const isKept = group.some((one) => one.reference === reference);
    const forms = group.map((one) => [tokensOf(one.reference).at(-1)!, one.schema] as const);
    return isKept ? forms.toSorted(([a], [b]) => Number(b === own) - Number(a === own)) : forms;
  });
  return withValueAt(root, [home, kind!], Object.fromEntries(entries));
}

/** What an application sends by itself stays in the newest shape, whatever changes make of the components that it refers to. */
function keepNewest(made: JsonObject, document: OpenDocument, { changed }: OlderSchemas, newest: string) {
  const nodes = new Set(changed.map(({ tokens }) => valueAt(document.root, tokens)!));
  const homes = ['webhooks', 'components/callbacks', 'components/pathItems'].map((home) => home.split('/'));
  const operations = listOperations(document).map(({ node }) => node['callbacks']);
  const roots = [...homes.map((tokens) => valueAt(document.root, tokens)), ...operations].filter((one) =>
    isObject(one),
  );
  if (nodes.size === 0 || roots.length === 0) return { document: made, components: [] };
  const copies = new NewestCopies(document, roots, nodes, newest);
  let kept: Json = made;
  for (const tokens of homes) {
    const value = valueAt(kept, tokens);
    if (value !== undefined) kept = withValueAt(kept, tokens, copies.keep(value));
  }
  for (const operation of listOperations({ ...document, root: kept as JsonObject })) {
    const { callbacks } = operation.node;
    if (callbacks !== undefined) kept = withValueAt(kept, [...operation.tokens, 'callbacks'], copies.keep(callbacks));
  }
  return { document: kept as JsonObject, components: copies.components };
}

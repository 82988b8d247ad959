import { bearerOnly } from '../../routing/table/security-schemes.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import type { Route } from '../../routing/table/route.js';
import { NEXT } from '../../text/version-order.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { buildOperation } from './build-operation.js';
import { buildWebhooks, payloadName, payloadsOf } from './build-webhooks.js';
import { ComponentNames } from './component-names.js';
import type { BuildOptions } from './document-settings.js';
import { selectRoutes } from './document-versions.js';
import { type HeaderComponent, headerComponents, headerReferences } from './header-components.js';
import { mergeFragments } from './merge-fragments.js';
import type { Header, OpenApiDocument, OpenApiTag, Operation, PathItem } from './open-api.js';
import { createContext, type OperationContext } from './operation-context.js';

const untitled = { title: 'API', version: '0.0.0' };

/** The released routes of an API, and those that are not released. */
export type Documented = Pick<RouteTable, 'routes'> & Partial<Pick<RouteTable, 'next' | 'application'>>;

/**
 * The OpenAPI 3.1 document of a route table, in one version or in all: the same table and options produce the same bytes.
 * Throws an UnknownVersionError, or an UndescribableSchemaError that names the handler and the place.
 */
export function buildDocument(
  { routes: released, next = [] }: Documented,
  options: BuildOptions = {},
): OpenApiDocument {
  const { info = untitled, servers = [{ url: '/' }], versioning, keep = () => true } = options;
  const all = options.apiVersion === NEXT ? [...released, ...next] : released;
  const { routes: selected, version } = selectRoutes(all, versioning, options.apiVersion);
  const routes = selected.filter(keep);
  const names = new ComponentNames();
  const payloads = payloadsOf(options, version);
  for (const { webhook, schema } of payloads)
    names.add(schema, 'output', { version, hint: () => payloadName(webhook) });
  const context = createContext(all, routes, options, names);
  const paths = buildPaths(routes, context);
  const needsCredentials = routes.some(({ security }) => security !== null && security.length > 0);
  const own: OpenApiDocument = {
    openapi: '3.1.0',
    info,
    servers: servers.length > 0 ? servers : [{ url: '/' }],
    tags: [],
    paths,
    ...(payloads.length > 0 && { webhooks: buildWebhooks(payloads, context) }),
    components: sections({
      schemas: names.components(),
      headers: sharedHeaders(paths),
      securitySchemes: options.securitySchemes ?? (needsCredentials ? bearerOnly : {}),
    }),
  };
  const merged = mergeFragments(own, options.mounts ?? [], keep);
  return { ...merged, tags: buildTags(merged, options.tags ?? []) };
}

function buildPaths(routes: readonly Route[], context: OperationContext): Record<string, PathItem> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = buildOperation(route, context);
  return paths;
}

/** The headers that responses refer to. */
function sharedHeaders(paths: Readonly<Record<string, PathItem>>): Readonly<Record<string, Header>> {
  const used = new Set<unknown>();
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item))
      for (const { headers } of Object.values(responses)) for (const name in headers) used.add(headers[name]);
  const entries = Object.entries(headerComponents).filter(([name]) =>
    used.has(headerReferences[name as HeaderComponent]),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => codeUnitOrder(a, b)));
}

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function sections(all: Sections): Sections {
  return Object.fromEntries(Object.entries(all).filter(([, entries]) => Object.keys(entries).length > 0));
}

/** The tags of the operations, each with a description: declared tags first, in their order, then the others by name. */
function buildTags(
  { paths, webhooks = {}, tags }: Pick<OpenApiDocument, 'paths' | 'webhooks' | 'tags'>,
  declared: readonly OpenApiTag[],
): readonly OpenApiTag[] {
  const used = new Set(
    [...Object.values(paths), ...Object.values(webhooks)]
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.tags ?? []),
  );
  const known = new Map([...tags, ...declared].map((tag) => [tag.name, tag]));
  const first = declared.map(({ name }) => name).filter((name) => used.has(name));
  const rest = [...used].filter((name) => !first.includes(name)).sort(codeUnitOrder);
  return [...first, ...rest].map((name) => ({ name, description: `The operations of ${name}.`, ...known.get(name) }));
}

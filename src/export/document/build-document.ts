import type { RouteTable } from '../../routing/table/compile-routes.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { defaultVersions } from '../../routing/versioning/versions.js';
import { automaticProblems } from './automatic-problems.js';
import { buildOperation, withHandler } from './build-operation.js';
import { buildTags } from './build-tags.js';
import { ComponentNames } from './component-names.js';
import type { BuildOptions, Entry, OperationContext } from './document-settings.js';
import { exampleOf } from './example-of.js';
import { successorFinder } from './find-successor.js';
import { mergeFragments } from './merge-fragments.js';
import type { JsonSchema, OpenApiDocument, Operation, PathItem, ResponseObject } from './open-api.js';
import { NotFound, Problem, problemBodies } from './problem-schemas.js';
import { schemasOf } from './schemas-of.js';
import { operationKey, selectRoutes } from './select-routes.js';
import { headerReferences, sharedHeaders, type SharedHeader } from './header-components.js';
import { humanise } from './words.js';

const bearer = { type: 'http', scheme: 'bearer', description: 'A token in the Authorization header.' } as const;
const untitled = { title: 'API', version: '0.0.0' };

/**
 * The OpenAPI 3.1 document of a route table, in one version or in all: the same table and options make the same bytes.
 * Throws an UnknownVersionError, or an UndescribableSchemaError that names the handler and the place.
 */
export function buildDocument(table: Pick<RouteTable, 'routes'>, options: BuildOptions = {}): OpenApiDocument {
  const { info = untitled, servers = [{ url: '/' }], versioning, keep = () => true } = options;
  const { routes: selected } = selectRoutes(table.routes, versioning, options.apiVersion);
  const routes = selected.filter(keep);
  const names = new ComponentNames();
  const headers = new Set<SharedHeader>();
  const context = createContext(table.routes, routes, options, names, headers);
  const paths = buildPaths(routes, context);
  const usesBearer = routes.some(({ access }) => access.kind === 'roles');
  const own: OpenApiDocument = {
    openapi: '3.1.0',
    info,
    servers: servers.length > 0 ? servers : [{ url: '/' }],
    tags: [],
    paths,
    components: sections({
      schemas: names.components(),
      headers: Object.fromEntries([...headers].sort().map((name) => [name, sharedHeaders[name]])),
      securitySchemes: usesBearer ? { bearer } : {},
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

function createContext(
  all: readonly Route[],
  routes: readonly Route[],
  settings: BuildOptions,
  names: ComponentNames,
  headers: Set<SharedHeader>,
): OperationContext {
  const entryOf = entryFinder(all, settings);
  for (const route of routes) nameSchemas(route, settings, entryOf(route), names);
  const components = names.components();
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = typeof schema.$ref === 'string' ? schema.$ref.slice('#/components/schemas/'.length) : null;
    const target = name === null ? undefined : components[name];
    const { $ref: _, ...beside } = schema;
    return target ? { ...resolve(target), ...beside } : schema;
  };
  const shared = new Map<string, ResponseObject>();
  return {
    settings,
    unnamedVersion: defaultVersions(settings.versioning)[0] ?? null,
    describe: (schema, io) => names.describe(schema, io),
    example: (schema) => exampleOf(schema, resolve),
    resolve,
    entryOf,
    header: (name) => {
      headers.add(name);
      return headerReferences[name];
    },
    share: (facts, build) => {
      const key = JSON.stringify(facts);
      let response = shared.get(key);
      if (!response) shared.set(key, (response = build(facts)));
      return response;
    },
    successorOf: successorFinder(all, settings.versioning),
  };
}

function nameSchemas(route: Route, settings: BuildOptions, entry: Entry, names: ComponentNames): void {
  const hint = (role: string) => `${route.tags[0] ?? ''}${humanise(route.handler.method).replaceAll(' ', '')}${role}`;
  for (const { schema, io, role } of schemasOf(route)) {
    withHandler(route, role.toLowerCase(), () =>
      names.add(schema, io, { version: route.version, hint: () => hint(role) }),
    );
  }
  const problems = automaticProblems(route, settings, entry);
  for (const { body } of problems.values())
    names.add(problemBodies[body], 'output', { version: null, hint: () => 'Problem' });
  for (const [key, declared] of Object.entries(route.responses)) {
    const status = Number(key);
    const { schema, mediaTypes } = responseDetail(declared);
    if (status < 400 || schema || mediaTypes || problems.has(status)) continue;
    names.add(status === 404 ? NotFound : Problem, 'output', { version: null, hint: () => 'Problem' });
  }
}

/** Where versions share their paths, all versions of a path and method share one entry. */
function entryFinder(routes: readonly Route[], { versioning }: BuildOptions): (route: Route) => Entry {
  const sharesPaths = versioningScheme(versioning)?.sharesPaths ?? false;
  const versioned = new Set(routes.filter(({ version }) => sharesPaths && version !== null).map(operationKey));
  const neutral = new Set(routes.filter(({ version }) => version === null).map(operationKey));
  return (route) => ({ versioned: versioned.has(operationKey(route)), neutral: neutral.has(operationKey(route)) });
}

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function sections(all: Sections): Sections {
  return Object.fromEntries(Object.entries(all).filter(([, entries]) => Object.keys(entries).length > 0));
}

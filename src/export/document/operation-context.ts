import type { Json } from '../../json/json.js';
import type { Schema } from '../../schema/standard-schema.js';
import { shownProblem } from '../../routing/table/error-options.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { type Successor, successorFinder } from '../../routing/versioning/successor.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { automaticProblems } from './automatic-problems.js';
import type { ComponentNames } from './component-names.js';
import type { BuildOptions, DocumentSettings, Entry } from './document-settings.js';
import { operationKey, routeListOf } from './document-versions.js';
import type { JsonSchema, Parameter, ResponseObject } from './open-api.js';
import { NotFound, Problem, problemBodies } from '../../routing/table/problem-schemas.js';
import { UndescribableSchemaError } from '../../schema/describe/schema-reader.js';
import { createExamples, type Examples } from './examples.js';
import { schemasOf } from './schemas-of.js';
import { versionParameters } from './version-parameter.js';
import { humanise } from './humanise.js';

/** What every operation of a document is built from. */
export interface OperationContext {
  readonly settings: DocumentSettings;
  /** Each setting that an operation may depend on, behind its name. */
  readonly settingFacts: readonly unknown[];
  /** The parameter that names a version; null for none. */
  readonly versionParameter: (version: string | null) => Parameter | null;
  readonly describe: ComponentNames['describe'];
  readonly examples: Examples;
  /** Resolves a reference to a component. */
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** How requests to the path and method of a route find their handler. */
  readonly entryOf: (route: Route) => Entry;
  /** Builds one response for equal facts, which are JSON data: thousands of operations have the same refusals. */
  readonly share: <Facts extends object>(facts: Facts, build: (facts: Facts) => ResponseObject) => ResponseObject;
  readonly successorOf: (route: Route) => Successor | null;
}

/** The context of one document; names the schemas of `routes` first. `all` are the routes of every version. */
export function createContext(
  all: readonly Route[],
  routes: readonly Route[],
  settings: BuildOptions,
  names: ComponentNames,
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
    settingFacts: settingFacts(settings),
    versionParameter: versionParameters(settings.versioning),
    describe: (schema, io) => names.describe(schema, io),
    examples: rememberExamples(createExamples(components)),
    resolve,
    entryOf,
    share: (facts, build) => {
      const key = JSON.stringify(facts);
      let response = shared.get(key);
      if (!response) shared.set(key, (response = build(facts)));
      return response;
    },
    successorOf: successorFinder(all, settings.versioning),
  };
}

/** Those that select operations, or stand beside them. */
const notOfOperations: ReadonlySet<string> = new Set<keyof BuildOptions>([
  'apiVersion',
  'info',
  'keep',
  'mounts',
  'servers',
  'tags',
  'webhooks',
]);

const settingFacts = (settings: BuildOptions): readonly unknown[] =>
  Object.entries(settings)
    .filter(([name]) => !notOfOperations.has(name))
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .flat();

const madeExamples = new WeakMap<JsonSchema, Json | undefined>();

/** Documents of neighbouring versions share most described schemas, and what those refer to. */
function rememberExamples({ of, ...others }: Examples): Examples {
  const remember = (schema: JsonSchema) => {
    if (!madeExamples.has(schema)) madeExamples.set(schema, of(schema));
    return madeExamples.get(schema);
  };
  return { of: remember, ...others };
}

function nameSchemas(route: Route, settings: BuildOptions, entry: Entry, names: ComponentNames): void {
  const hint = (role: string) => `${route.tags[0] ?? ''}${humanise(route.handler.method).replaceAll(' ', '')}${role}`;
  const shown = (schema: Schema) => shownProblem(schema, route, settings);
  for (const { schema, io, role, status } of schemasOf(route)) {
    withHandler(route, role.toLowerCase(), () =>
      names.add(status !== null && status >= 400 ? shown(schema) : schema, io, {
        version: route.version,
        hint: () => hint(role),
      }),
    );
  }
  const problems = automaticProblems(route, settings, entry);
  for (const { body } of problems.values())
    names.add(shown(problemBodies[body]), 'output', { version: null, hint: () => 'Problem' });
  for (const [key, declared] of Object.entries(route.responses)) {
    const status = Number(key);
    const { schema, mediaTypes } = responseDetail(declared);
    if (status < 400 || schema || mediaTypes || problems.has(status)) continue;
    names.add(shown(status === 404 ? NotFound : Problem), 'output', { version: null, hint: () => 'Problem' });
  }
}

/** Adds the handler to an error about one of its schemas. */
function withHandler<T>(route: Route, role: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UndescribableSchemaError)) throw error;
    throw new UndescribableSchemaError(
      error.what,
      `${handlerName(route)}() ${role}${error.place === '' ? '' : `, ${error.place},`}`,
    );
  }
}

/** Where versions share their paths, all versions of a path and method share one entry. */
export function entryFinder(
  routes: readonly Route[],
  { versioning }: Pick<BuildOptions, 'versioning'>,
): (route: Route) => Entry {
  const sharesPaths = versioningScheme(versioning)?.sharesPaths ?? false;
  const { versioned, neutral, alike } = routeListOf(routes);
  return (route) => {
    const key = operationKey(route);
    return { versioned: sharesPaths && versioned.has(key) && !alike.has(key), neutral: neutral.has(key) };
  };
}

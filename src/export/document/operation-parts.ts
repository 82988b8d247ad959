import { problemSchemaOf, validationStatusOf } from '../../routing/table/error-options.js';
import { unversionedPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { Schema } from '../../schema/standard-schema.js';
import { buildBody } from './build-body.js';
import { buildParameters, type OwnParameters } from './build-parameters.js';
import { buildResponses } from './build-responses.js';
import type { Direction, JsonSchema, RequestBody, ResponseObject } from './open-api.js';
import type { OperationContext } from './operation-context.js';
import { errorMediaType } from './sample-problem.js';
import { summaryOf } from './summary-of.js';

/** What an operation has whatever its version is called, so that versions which declare the same of it share it. */
export interface OperationParts {
  readonly summary: string;
  readonly parameters: OwnParameters;
  readonly body: RequestBody | null;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** Parts, and everything that they were built from. */
interface Remembered {
  readonly facts: readonly unknown[];
  readonly described: readonly { readonly schema: Schema; readonly io: Direction; readonly as: JsonSchema }[];
  readonly parts: OperationParts;
}

/** What was built last for the handler of a route: neighbouring versions are built one after another. */
const remembered = new WeakMap<Route['handler'], Remembered>();

/** The parts of the operation of a route: the same objects as in the document before, where nothing that decides them differs. */
export function operationParts(route: Route, context: OperationContext): OperationParts {
  const facts = factsOf(route, context);
  const known = remembered.get(route.handler);
  if (known && isSame(known, facts, context)) return known.parts;
  const described: Remembered['described'][number][] = [];
  const describe: OperationContext['describe'] = (schema, io) => {
    const as = context.describe(schema, io);
    described.push({ schema, io, as });
    return as;
  };
  const parts = buildParts(route, { ...context, describe });
  remembered.set(route.handler, { facts, described, parts });
  return parts;
}

/** A described schema that is the same object gives the same names to all that it reaches. */
function isSame(known: Remembered, facts: readonly unknown[], context: OperationContext): boolean {
  return (
    known.facts.length === facts.length &&
    known.facts.every((fact, index) => fact === facts[index]) &&
    known.described.every(({ schema, io, as }) => context.describe(schema, io) === as)
  );
}

const buildParts = (route: Route, context: OperationContext): OperationParts => ({
  summary: route.doc.summary ?? summaryOf(route),
  parameters: buildParameters(route, context),
  body: buildBody(route, context),
  responses: buildResponses(route, context),
});

/** The members of a route that differ between versions by their nature; parts depend on what `factsOf` makes of them. */
const ofVersion: ReadonlySet<string> = new Set<keyof Route>(['version', 'path', 'operationId', 'source']);

/** Everything that decides the parts of an operation, but for what its schemas are described as; compared by identity. */
function factsOf(route: Route, { settings, settingFacts, entryOf }: OperationContext): readonly unknown[] {
  const { versioned, neutral } = entryOf(route);
  const facts: unknown[] = [
    versioned,
    neutral,
    unversionedPath(route, settings.versioning),
    validationStatusOf(route, settings),
    problemSchemaOf(route, settings),
    errorMediaType(route, settings),
    ...settingFacts,
  ];
  for (const member in route) if (!ofVersion.has(member)) facts.push(route[member as keyof Route]);
  return facts;
}

import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import { reportsVersion } from '../../routing/matching/index-routes.js';
import { problemBodies, problemMediaType } from '../../routing/table/problem-schemas.js';
import type { Route } from '../../routing/table/route.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { isObject, type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';
import { isOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { automaticProblems } from '../document/automatic-problems.js';
import { marksOf } from '../document/build-operation.js';
import { previewParameter } from '../document/build-parameters.js';
import { ComponentNames } from '../document/component-names.js';
import type { BuildOptions, Entry } from '../document/document-settings.js';
import type { Parameter } from '../document/open-api.js';
import { entryFinder } from '../document/operation-context.js';
import { versionParameters } from '../document/version-parameter.js';
import { referenceTo } from './references.js';
import type { SharedParts } from './shared-parts.js';
import { writeOpenApi30 } from './write-openapi-30.js';

/** What svckit adds to the operations of a document that it keeps. */
interface Addition {
  /** As the guide lists it. */
  readonly summary: string;
  readonly add: (operation: JsonObject, route: Route, context: AdditionContext) => JsonObject;
}

/** Everything that svckit adds to an operation of an application's document, and nothing else. */
export const additions: readonly Addition[] = [
  {
    summary: 'the parameter that names the version, where requests may name one, and that of previews',
    add: (operation, route, { versionParameter }) =>
      [versionParameter(route.version), ...previewParameter(route)]
        .flatMap((one) => (one === null ? [] : { ...(one as unknown as JsonObject), 'x-svc-names-version': true }))
        .reduce<JsonObject>(withParameter, operation),
  },
  {
    summary: 'marks of deprecation, previews and former addresses',
    add: (operation, route) => ({ ...operation, ...(marksOf(route) as unknown as JsonObject) }),
  },
  {
    summary: '`API-Version` and the headers of a deprecation, on every answer',
    add: (operation, route, context) => withAnswers(operation, context, sentHeaders(route, context)),
  },
  {
    summary: '`Vary` where versions differ, on answers that an operation declares itself',
    add: (operation, route, context) => {
      const vary = varyingHeader(route, context);
      return vary === null ? operation : withAnswers(operation, context, vary, ({ $ref }) => $ref === undefined);
    },
  },
  {
    summary: 'the refusals of svckit itself, on operations that a change reaches or dates refuse',
    add: (operation, route, context) => {
      const problems = automaticProblems(route, context.settings, context.entryOf(route));
      return [...problems].reduce(
        (made, [status, { description, body }]) => withRefusal(made, String(status), description, body, route, context),
        operation,
      );
    },
  },
];

/** Adds to operations of one document. */
export class AdditionContext {
  readonly versionParameter: (version: string | null) => Parameter | null;
  readonly entryOf: (route: Route) => Entry;
  readonly #names = new ComponentNames();
  readonly #used = new Map<string, Json>();

  constructor(
    readonly document: OpenDocument,
    readonly settings: BuildOptions,
    readonly shared: SharedParts,
    /** Of every version. */
    routes: readonly Route[],
  ) {
    this.entryOf = entryFinder(routes, settings);
    this.versionParameter = versionParameters(settings.versioning);
    for (const schema of Object.values(problemBodies))
      this.#names.add(schema, 'output', { version: null, hint: () => 'Problem' });
  }

  /** The schema of a refusal, under a name that the document does not have. */
  problem(body: keyof typeof problemBodies): JsonObject {
    const { $ref } = this.#names.describe(problemBodies[body], 'output') as { readonly $ref: string };
    const name = $ref.slice('#/components/schemas/'.length);
    const taken = objectAt(objectAt(this.document.root['components'])['schemas']);
    let free = name;
    while (Object.hasOwn(taken, free)) free = `Svckit${free}`;
    const schema = this.#names.components()[name] as Json;
    this.#used.set(free, isOpenApi30(this.document.root) ? writeOpenApi30(schema) : schema);
    return { $ref: referenceTo(['components', 'schemas', free]) };
  }

  /** The components that refusals refer to. */
  get components(): ReadonlyMap<string, Json> {
    return this.#used;
  }

  add(operation: JsonObject, route: Route): JsonObject {
    return additions.reduce((made, { add }) => add(made, route, this), operation);
  }
}

/** A parameter that the operation does not declare itself. */
function withParameter(operation: JsonObject, parameter: JsonObject): JsonObject {
  const declared = listAt(operation['parameters']);
  const keyOf = (one: JsonObject) => `${String(one['in'])} ${String(one['name']).toLowerCase()}`;
  const isDeclared = declared.some((one) => keyOf(objectAt(one)) === keyOf(parameter));
  return isDeclared ? operation : { ...operation, parameters: [...declared, parameter] };
}

const text = { type: 'string' } as const;

function varyingHeader(route: Route, { settings: { versioning }, entryOf }: AdditionContext): JsonObject | null {
  const example = versioningScheme(versioning)?.vary;
  if (!example || !entryOf(route).versioned) return null;
  return { Vary: { description: 'The request headers that this response depends on.', schema: text, example } };
}

function sentHeaders(route: Route, { settings: { versioning } }: AdditionContext): JsonObject {
  const version = { description: 'The version of this response.', schema: text };
  return {
    ...(route.version !== null && reportsVersion(versioning) && { 'API-Version': version }),
    ...Object.fromEntries(
      deprecationHeaders(route.deprecation).map(({ name, description, value }) => [
        name,
        { description, schema: text, example: value },
      ]),
    ),
  };
}

function withAnswers(
  operation: JsonObject,
  { document, shared }: AdditionContext,
  headers: JsonObject,
  isMeant: (written: JsonObject) => boolean = () => true,
): JsonObject {
  if (Object.keys(headers).length === 0) return operation;
  const responses = Object.entries(objectAt(operation['responses'])).map(([status, written]) => {
    const response = document.resolve(written);
    if (status.startsWith('x-') || !isObject(written) || Object.keys(response).length === 0 || !isMeant(written))
      return [status, written];
    return [
      status,
      shared.split(written, { ...response, headers: { ...headers, ...objectAt(response['headers']) } }),
    ] as const;
  });
  return { ...operation, responses: Object.fromEntries(responses) as JsonObject };
}

function withRefusal(
  operation: JsonObject,
  status: string,
  description: string,
  body: keyof typeof problemBodies,
  { method }: Route,
  context: AdditionContext,
): JsonObject {
  const responses = objectAt(operation['responses']);
  const written = responses[status];
  // What the application answers with the status stays described, where it is among several.
  const among = written ?? responses[`${status[0]}XX`] ?? responses['default'];
  const declared = among === undefined ? { description } : context.document.resolve(among);
  const content = objectAt(declared['content']);
  if (Object.hasOwn(content, problemMediaType) || (method === 'HEAD' && among !== undefined)) return operation;
  const made =
    method === 'HEAD'
      ? declared
      : { ...declared, content: { ...content, [problemMediaType]: { schema: context.problem(body) } } };
  const response = among === undefined ? made : context.shared.split(among, made);
  return { ...operation, responses: { ...responses, [status]: response } };
}

import { keywordFacts } from '../jsonschema/walk-keywords.js';

/** The objects of OpenAPI 2.0 to 3.2 that hold others; `plain` is a text, a number, or a list or record of them. */
type Kind =
  | 'document'
  | 'info'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'encoding'
  | 'schema'
  | 'example'
  | 'link'
  | 'callback'
  | 'server'
  | 'securityScheme'
  | 'flows'
  | 'flow'
  | 'tag'
  | 'plain';

/** What stands at a place of a document: one object of a kind, a list of them, or several by names. */
export type Place = Kind | `${Kind}[]` | `${Kind}{}`;

const operation = 'operation';
const words = { summary: 'plain', description: 'plain', externalDocs: 'plain' } as const;
const examples = { examples: 'example{}' } as const;

/** The members of each kind; `*` stands for those that an author names. Schemas have a record of their own. */
const members: Readonly<Record<Exclude<Kind, 'schema'>, Readonly<Record<string, Place>>>> = {
  document: {
    info: 'info',
    servers: 'server[]',
    paths: 'pathItem{}',
    webhooks: 'pathItem{}',
    components: 'components',
    security: 'plain[]',
    tags: 'tag[]',
    externalDocs: 'plain',
    consumes: 'plain',
    produces: 'plain',
    schemes: 'plain',
    definitions: 'schema{}',
    parameters: 'parameter{}',
    responses: 'response{}',
    securityDefinitions: 'securityScheme{}',
  },
  info: { ...words, title: 'plain', version: 'plain', termsOfService: 'plain', contact: 'plain', license: 'plain' },
  components: {
    schemas: 'schema{}',
    responses: 'response{}',
    parameters: 'parameter{}',
    examples: 'example{}',
    requestBodies: 'requestBody{}',
    headers: 'header{}',
    securitySchemes: 'securityScheme{}',
    links: 'link{}',
    callbacks: 'callback{}',
    pathItems: 'pathItem{}',
    mediaTypes: 'mediaType{}',
  },
  pathItem: {
    ...words,
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    options: operation,
    head: operation,
    patch: operation,
    trace: operation,
    query: operation,
    additionalOperations: 'operation{}',
    servers: 'server[]',
    parameters: 'parameter[]',
  },
  operation: {
    ...words,
    operationId: 'plain',
    tags: 'plain',
    parameters: 'parameter[]',
    requestBody: 'requestBody',
    responses: 'response{}',
    callbacks: 'callback{}',
    deprecated: 'plain',
    security: 'plain[]',
    servers: 'server[]',
    consumes: 'plain',
    produces: 'plain',
    schemes: 'plain',
  },
  parameter: {
    ...words,
    ...examples,
    name: 'plain',
    in: 'plain',
    required: 'plain',
    schema: 'schema',
    content: 'mediaType{}',
    type: 'plain',
    format: 'plain',
    enum: 'plain',
    items: 'schema',
  },
  requestBody: { ...words, content: 'mediaType{}', required: 'plain' },
  response: {
    ...words,
    headers: 'header{}',
    content: 'mediaType{}',
    links: 'link{}',
    schema: 'schema',
    examples: 'plain',
  },
  header: {
    ...words,
    ...examples,
    required: 'plain',
    schema: 'schema',
    content: 'mediaType{}',
    type: 'plain',
    items: 'schema',
  },
  mediaType: {
    ...examples,
    schema: 'schema',
    itemSchema: 'schema',
    encoding: 'encoding{}',
    prefixEncoding: 'encoding[]',
    itemEncoding: 'encoding',
  },
  encoding: {
    contentType: 'plain',
    headers: 'header{}',
    style: 'plain',
    encoding: 'encoding{}',
    prefixEncoding: 'encoding[]',
    itemEncoding: 'encoding',
  },
  example: words,
  link: { ...words, operationId: 'plain', operationRef: 'plain', parameters: 'plain', server: 'server' },
  callback: { '*': 'pathItem' },
  server: { ...words, url: 'plain', variables: 'plain{}' },
  securityScheme: { ...words, type: 'plain', flows: 'flows', scopes: 'plain' },
  flows: {
    implicit: 'flow',
    password: 'flow',
    clientCredentials: 'flow',
    authorizationCode: 'flow',
    deviceAuthorization: 'flow',
  },
  flow: { scopes: 'plain' },
  tag: words,
  plain: {},
};

const ofHolding = { schema: 'schema', schemas: 'schema[]', 'named schemas': 'schema{}', nothing: 'plain' } as const;
const plainSchemaMembers = new Set(['enum', 'title', 'description']);

/** Records that have extensions among their names. */
const extensible: ReadonlySet<Place> = new Set<Place>(['pathItem{}', 'response{}', 'plain{}']);

/** What the member of an object is; undefined where OpenAPI knows no such member, and where any value may stand. */
export function memberPlace(place: Place, key: string): Place | undefined {
  if (key.startsWith('x-') && extensible.has(place)) return undefined;
  if (/(?:\[\]|\{\})$/.test(place)) return place.slice(0, -2) as Place;
  if (key.startsWith('x-')) return undefined;
  if (place === 'schema') {
    const holds = keywordFacts.get(key)?.holds;
    if (plainSchemaMembers.has(key)) return 'plain';
    return holds === undefined || holds === 'data' ? undefined : ofHolding[holds];
  }
  const own = members[place as Exclude<Kind, 'schema'>];
  return Object.hasOwn(own, key) ? own[key] : own['*'];
}

/** Where the specification has a reference object, which every reader follows. */
const referable: ReadonlySet<Place> = new Set<Place>([
  'pathItem',
  'parameter',
  'requestBody',
  'response',
  'header',
  'mediaType',
  'schema',
  'example',
  'link',
  'callback',
]);

/** Whether the specification has a reference object at a place. */
export const isReferable = (place: Place): boolean => referable.has(place);

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const address = {
  type: 'object',
  required: ['zip'],
  properties: { zip: { type: 'string', pattern: '^[0-9]{5}$' }, floor: { type: 'integer', minimum: 0, maximum: 90 } },
  additionalProperties: false,
};

/** Everything that the server asks of requests, one keyword or several at each place. */
export const asked = {
  query: {
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    q: { type: 'string', minLength: 2, maxLength: 10 },
    kind: { enum: ['tea', 'cup', 'pot'] },
    since: { type: 'string', format: 'date' },
    price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
  },
  body: {
    type: 'object',
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 20, pattern: '^[A-Z]' },
      kind: { enum: ['tea', 'cup'] },
      price: { type: 'number', minimum: 0, exclusiveMaximum: 1000 },
      tags: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        items: { type: 'string', minLength: 2, maxLength: 9 },
      },
      address,
      stock: { type: ['integer', 'null'], minimum: 0, multipleOf: 5 },
      mail: { type: 'string', format: 'email', maxLength: 60 },
      labels: { type: 'object', minProperties: 1, maxProperties: 3, additionalProperties: { type: 'string' } },
    },
    additionalProperties: false,
  },
};

const answer = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const made = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };

/** OpenAPI of the server; `refusals` are the 4xx that it declares. */
export const strictDocument = (refusals: object = { 400: answer('Bad') }) => ({
  openapi: '3.1.0',
  info: { title: 'Strict', version: '1.0.0' },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: Object.entries(asked.query).map(([name, schema]) => ({ name, in: 'query', schema })),
        responses: { 200: { ...answer('OK'), ...json({ type: 'array', items: made }) }, ...refusals },
      },
      post: {
        operationId: 'createItem',
        requestBody: { required: true, ...json(asked.body) },
        responses: { 201: { ...answer('Made'), ...json(made) }, ...refusals },
      },
    },
  },
});

/** The keywords of what is asked, as JSON pointers. */
export const askedKeywords: readonly string[] = [
  ...Object.entries(asked.query).flatMap(([name, schema]) => keywordsOf(schema, `/query/${name}`)),
  ...keywordsOf(asked.body, '/body'),
];

function keywordsOf(schema: object, place: string): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'properties')
      return Object.entries(value as object).flatMap(([name, one]) =>
        keywordsOf(one as object, `${place}/properties/${name}`),
      );
    if (keyword === 'required') return (value as readonly string[]).map((_, index) => `${place}/required/${index}`);
    if (keyword === 'items') return keywordsOf(value as object, `${place}/items`);
    // Any text is a text.
    if (keyword === 'type' && place.startsWith('/query') && value === 'string') return [];
    return [`${place}/${keyword}`];
  });
}

interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** The server, which ignores one keyword where it is named; Ajv is what it validates with. */
export function strictServer(ignored: string | null): (sent: Sent) => Reply {
  const fits = (place: string, value: unknown) => {
    const found = validators[place]!;
    const isIgnored = (path: string) => ignored !== null && `${path}/`.startsWith(`${ignored}/`);
    return found(value) || found.errors!.every((error) => isIgnored(`${place}${pathOf(error)}`));
  };
  const textFits = (name: string, text: string) =>
    fits(`/query/${name}`, text) ||
    (isNumber(text) && asked.query[name as 'limit'].type !== 'string' && fits(`/query/${name}`, Number(text)));
  return ({ method, url, body }) => {
    if (!['GET', 'HEAD', 'POST'].includes(method)) return { status: 405 };
    if (method === 'POST') return fitsBody(body, fits) ? { status: 201, body: { id: 1 } } : { status: 400 };
    const { searchParams } = new URL(url, 'http://strict');
    const names = Object.keys(asked.query).filter((name) => searchParams.has(name));
    const isFit = (name: string) => searchParams.getAll(name).length === 1 && textFits(name, searchParams.get(name)!);
    return names.every(isFit) ? { status: 200, body: [] } : { status: 400 };
  };
}

function fitsBody(body: string, fits: (place: string, value: unknown) => boolean): boolean {
  try {
    return fits('/body', JSON.parse(body));
  } catch {
    return false;
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** The keyword of an error; of `required`, the one name. */
function pathOf({ keyword, schemaPath, params, parentSchema }: ErrorObject): string {
  const path = schemaPath.slice(1);
  if (keyword !== 'required') return path;
  const names = (parentSchema as { readonly required: readonly string[] }).required;
  return `${path}/${names.indexOf(params['missingProperty'] as string)}`;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats.default(ajv);

/** By place. */
const validators: Readonly<Record<string, ValidateFunction>> = Object.fromEntries([
  ['/body', ajv.compile(asked.body)],
  ...Object.entries(asked.query).map(([name, schema]) => [`/query/${name}`, ajv.compile(schema)] as const),
]);

import type { ContractLock } from '../../src/contract/lock/contract-lock.js';
import type { JsonObject } from '../../src/json/json.js';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (description: string, schema?: JsonObject, type = 'application/json'): JsonObject => ({
  description,
  ...(schema && { content: { [type]: { schema } } }),
});
const problem = answer('A problem.', reference('Problem'), 'application/problem+json');
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

function thing(index: number, of: number, version: number): readonly (readonly [string, JsonObject])[] {
  return [
    [
      `Thing${index}`,
      {
        type: 'object',
        description: `A thing of kind ${index}.`,
        required: ['id', 'kind', 'name'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', description: 'What people call it.' },
          kind: { enum: ['large', 'medium', 'small'] },
          owner: reference(`Thing${(index + 7) % of}`),
          createdAt: { type: 'string', format: 'date-time' },
          tags: {
            type: 'array',
            items: { type: 'object', required: ['label'], properties: { label: { type: 'string' } } },
          },
          // Each version changes one thing.
          ...(version > index && { [`since${index + 1}`]: { type: 'string' } }),
        },
      },
    ],
    [`NewThing${index}`, { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }],
  ];
}

function pathsOf(index: number, prefix: string, marks: JsonObject): readonly (readonly [string, JsonObject])[] {
  const operation = (summary: string, rest: JsonObject): JsonObject => ({ summary, ...marks, ...rest });
  const page = ['cursor', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
  const list = answer('All of them.', { type: 'array', items: reference(`Thing${index}`) });
  const one = answer('One of them.', reference(`Thing${index}`));
  const body = { required: true, content: { 'application/json': { schema: reference(`NewThing${index}`) } } };
  return [
    [
      `${prefix}/things-${index}`,
      {
        get: operation(`List things of kind ${index}`, { parameters: page, responses: { 200: list, 400: problem } }),
        post: operation(`Create a thing of kind ${index}`, {
          requestBody: body,
          responses: { 201: one, 409: problem },
        }),
      },
    ],
    [
      `${prefix}/things-${index}/{id}`,
      {
        get: operation(`Read a thing of kind ${index}`, { parameters: [id], responses: { 200: one, 404: problem } }),
        delete: operation(`Delete a thing of kind ${index}`, {
          parameters: [id],
          responses: { 204: answer('It is gone.'), 404: problem },
        }),
      },
    ],
  ];
}

/** The contract of one of `versions` versions of an API with four operations per thing; every version but the last is deprecated. */
export function largeApi(things: number, version: number, versions: number, type: 'header' | 'uri'): ContractLock {
  const isLast = version === versions;
  const prefix = type === 'uri' ? `/api/v${version}` : '/api';
  const marks: JsonObject = {
    'x-svc-version': String(version),
    ...(!isLast && { deprecated: true, 'x-deprecated-since': '2026-01-01', 'x-sunset': `20${26 + version}-01-01` }),
  };
  const all = Array.from({ length: things }, (_, index) => index);
  const error = {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' }, detail: { type: 'string' } },
  };
  return {
    version: String(version),
    document: {
      openapi: '3.1.0',
      info: { title: 'Things', version: `${version}.0.0` },
      paths: Object.fromEntries(all.flatMap((index) => pathsOf(index, prefix, marks))),
      components: {
        schemas: { Problem: error, ...Object.fromEntries(all.flatMap((index) => thing(index, things, version))) },
      },
      'x-svc-api-version': String(version),
      'x-svc-versioning': type === 'uri' ? { type, prefix: 'v' } : { type, header: 'X-API-Version' },
    },
  };
}

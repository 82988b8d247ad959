/** A document as changes edit it. */
export interface Doc {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, Op>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

export interface Op {
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string; content?: { 'application/json': { schema: Schema } } }>;
  description?: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Schema;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  items?: Schema;
}

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
/** Of a request: a member that is not declared is refused. */
const sent = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const answer = (schema: Schema, status = '200'): Op['responses'] => ({
  [status]: { description: 'Done.', ...json(schema) },
});
const query = (name: string, schema: Schema): Parameter => ({ name, in: 'query', schema });
const id: Parameter = { name: 'id', in: 'path', required: true, schema: count };

/** An API of users, tags and orders. */
export const shop: Doc = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/users': {
      get: { parameters: [query('q', text), query('limit', count)], responses: answer(list(ref('User'))) },
      post: { requestBody: { required: true, ...json(ref('NewUser')) }, responses: answer(ref('User'), '201') },
    },
    '/users/{id}': { get: { parameters: [id], responses: answer(ref('User')) } },
    '/tags': { get: { parameters: [query('prefix', text)], responses: answer(list(ref('Tag'))) } },
    '/orders': {
      get: {
        parameters: [query('page', count)],
        responses: answer(object({ items: list(ref('Order')), total: count })),
      },
      post: { requestBody: { required: true, ...json(ref('NewOrder')) }, responses: answer(ref('Order'), '201') },
    },
    '/orders/{id}': { get: { parameters: [id], responses: answer(ref('Order')) } },
  },
  components: {
    schemas: {
      User: object({
        id: count,
        name: text,
        nick: text,
        state: { type: 'string', enum: ['open', 'closed'] },
        home: object({ city: text, zip: text }),
        pets: list(object({ sort: text, age: count })),
      }),
      Tag: object({ label: text, color: text, weight: count }),
      Order: object({
        id: count,
        total: count,
        note: text,
        status: { type: 'string', enum: ['new', 'paid', 'sent'] },
        lines: list(object({ sku: text, amount: count })),
        buyer: ref('User'),
      }),
      NewUser: sent({ name: text, nick: text, tags: list(text) }, ['name']),
      NewOrder: sent({ lines: list(sent({ sku: text, amount: count }, ['sku', 'amount'])), note: text }, ['lines']),
    },
  },
};

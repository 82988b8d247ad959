import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Doc, Op, Schema } from './shop-document.js';

/** Answers requests as a document says, and refuses with 400 or 404 what it does not: it knows nothing of svckit. */
export function serveDocument(document: Doc): (request: Request) => Promise<Response> {
  const ajv = new Ajv2020({ coerceTypes: true, strict: false });
  const check = (schema: Schema) => ajv.compile({ ...schema, components: document.components });
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      success: Object.entries(op.responses)[0]!,
      isQuery: check(querySchema(op)),
      isBody: op.requestBody ? check(op.requestBody.content['application/json'].schema) : null,
    })),
  );
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
    if (!route) return Response.json({ detail: 'No such operation.' }, { status: 404 });
    const refuse = () => Response.json({ detail: 'Wrong request.' }, { status: 400 });
    if (!route.isQuery(Object.fromEntries(searchParams))) return refuse();
    if (route.isBody && !route.isBody(await request.json())) return refuse();
    const [status, { content }] = route.success;
    if (!content) return new Response(null, { status: Number(status) });
    return Response.json(sample(content['application/json'].schema, document, 0), { status: Number(status) });
  };
}

const querySchema = ({ parameters = [] }: Op): Schema => {
  const own = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
};

/** How many items lists have: enough for each value of an enum. */
const items = 4;

/** The worst that a schema allows: what is optional is left out, what may be null is null, and lists have every value. */
function sample(schema: Schema, document: Doc, turn: number): unknown {
  if (schema.$ref) return sample(document.components.schemas[schema.$ref.split('/').at(-1)!]!, document, turn);
  if (Array.isArray(schema.type)) return null;
  if (schema.enum) return schema.enum.at(-1 - (turn % schema.enum.length));
  if (schema.items) return Array.from({ length: items }, (_, index) => sample(schema.items!, document, index));
  if (schema.properties)
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties![name]!, document, turn)]),
    );
  return schema.type === 'integer' ? turn + 1 : `text ${turn}`;
}

import { globalRegistry, type ZodType } from 'zod/v4';
import { $ZodTuple } from 'zod/v4/core';
import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { mapSubschemas } from '../../jsonschema/walk-keywords.js';
import { openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import { readJsonSchema } from '../../schema/describe/read-json-schema.js';
import { loadModule } from '../../source/testing/load-module.js';
import { printDocumentShapes } from '../print-document-shapes.js';

type Content = ZodType | Readonly<Record<string, ZodType>>;

interface ReadOperation {
  readonly method: string;
  readonly path: string;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly headers?: ZodType;
  readonly cookies?: ZodType;
  readonly body?: Content;
  readonly responses: Readonly<Record<string, Content | null>>;
}

/** What the module of a document's shapes exports. */
export interface ReadShapes {
  readonly shapes: Readonly<Record<string, ZodType>>;
  readonly operations: Readonly<Record<string, ReadOperation>>;
}

/** Prints the shapes of a document, and runs them. */
export function loadShapes(document: JsonObject): ReadShapes & { readonly text: string } {
  globalRegistry.clear();
  const { text } = printDocumentShapes(document);
  return { text, ...(loadModule(text) as unknown as ReadShapes) };
}

/** The document that shapes describe: the paths of `source` with the schemas that its shapes have. */
export function documentOfShapes(source: JsonObject, { shapes, operations }: ReadShapes): JsonObject {
  const used = [...Object.values(shapes), ...Object.values(operations).flatMap(schemasOf)];
  const schemas: Record<string, Json> = {};
  const reads = { input: readTogether(used, 'input', schemas), output: readTogether(used, 'output', schemas) };
  for (const [id, shape] of Object.entries(shapes)) schemas[id] ??= reads.input(shape);
  const { openapi: _, ...others } = source;
  return {
    ...others,
    openapi: '3.1.0',
    paths: pathsOf(source, operations, (schema, io) => reads[io](schema)),
    components: { ...objectAt(source['components']), schemas },
  };
}

const schemasOf = ({ params, query, headers, cookies, body, responses }: ReadOperation): readonly ZodType[] =>
  [params, query, headers, cookies, body, ...Object.values(responses)].flatMap((one) =>
    !one ? [] : '_zod' in one ? [one as ZodType] : Object.values(one),
  );

/** Reads schemas at once, since each alone would repeat all that it refers to; adds what has an id to `schemas`. */
function readTogether(used: readonly ZodType[], io: 'input' | 'output', schemas: Record<string, Json>) {
  const all = new $ZodTuple({ type: 'tuple', items: used as never, rest: null });
  const { root, definitions } = readJsonSchema(all as never, io);
  const nameOf = (key: string) => definitions[key]?.id ?? `${io}/${key}`;
  const point = (node: unknown): Json => {
    if (!isObject(node)) return node as Json;
    const { $ref } = node;
    const isLocal = typeof $ref === 'string' && $ref.startsWith('#/$defs/');
    const moved = isLocal
      ? { ...node, $ref: `#${encodeURI(pointerTo(['components', 'schemas', nameOf(tokensOf($ref)[1]!)]))}` }
      : node;
    return mapSubschemas(moved, point) as Json;
  };
  for (const [key, { id, schema }] of Object.entries(definitions)) schemas[id ?? nameOf(key)] ??= point(schema);
  const items = root['prefixItems'] as readonly unknown[];
  const found = new Map(used.map((schema, index) => [schema, point(items[index])]));
  return (schema: ZodType) => found.get(schema)!;
}

type Read = (schema: ZodType, io: 'input' | 'output') => Json;

function pathsOf(source: JsonObject, operations: ReadShapes['operations'], read: Read): JsonObject {
  const document = openDocument(source);
  const paths: Record<string, Record<string, Json>> = {};
  const declared = new Map(Object.values(operations).map((one) => [`${one.method} ${one.path}`, one]));
  for (const { method, path, node, parameters } of listOperations(document)) {
    const own = declared.get(`${method} ${path}`)!;
    const parts = { path: own.params, query: own.query, header: own.headers, cookie: own.cookies };
    const readContent = (holder: JsonObject, content: Content, io: 'input' | 'output'): JsonObject => ({
      ...holder,
      content: Object.fromEntries(
        Object.keys(objectAt(holder['content'])).map((mediaType) => {
          const { itemSchema, ...media } = document.resolve(objectAt(holder['content'])[mediaType]);
          const schema = '_zod' in content ? (content as ZodType) : content[mediaType]!;
          const keyword = media['schema'] === undefined && itemSchema !== undefined ? 'itemSchema' : 'schema';
          const found = read(schema, io);
          const saysNothing = isObject(found) && Object.keys(found).length === 0 && !('schema' in media);
          return [mediaType, saysNothing ? media : { ...media, [keyword]: found }];
        }),
      ),
    });
    const members = Object.entries(parts).flatMap(([carrier, part]) => {
      if (!part) return [];
      const read1 = read(part, 'input') as JsonObject;
      return Object.entries(objectAt(read1['properties'])).map(([name, schema]) => {
        const written = parameters.find((one) => one.name === name && one.carrier === carrier)!;
        const { content, schema: _, ...rest } = written.node;
        const required = (read1['required'] as readonly string[] | undefined)?.includes(name) ?? false;
        const [mediaType] = Object.keys(objectAt(content));
        return {
          ...rest,
          required,
          ...(mediaType === undefined ? { schema } : { content: { [mediaType]: { schema } } }),
        };
      });
    });
    const body = document.resolve(node['requestBody']);
    const responses = Object.entries(own.responses).map(([status, content]) => {
      const written = document.resolve(
        objectAt(node['responses'])[status] ?? objectAt(node['responses'])[status.toLowerCase()],
      );
      const { content: _, ...rest } = written;
      return [status, content === null ? rest : readContent(written, content, 'output')];
    });
    const { requestBody: _, ...operation } = node;
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...operation,
      parameters: members as readonly Json[],
      ...(own.body && {
        requestBody: {
          ...readContent(body, own.body, 'input'),
          required: !acceptsNothing(own.body),
        },
      }),
      responses: Object.fromEntries(responses) as JsonObject,
    };
  }
  return paths;
}

const acceptsNothing = (content: Content): boolean =>
  '_zod' in content
    ? (content as ZodType).safeParse(undefined).success
    : Object.values(content).every((one) => acceptsNothing(one));

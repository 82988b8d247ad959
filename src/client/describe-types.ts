import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import type { Keyword, SchemaKeyword } from '../jsonschema/keywords.js';
import { mapSubschemas, targetOf } from '../jsonschema/walk-keywords.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { pascalCase } from '../text/operation-type-name.js';
import { typeNameGiver } from './identifiers.js';

/** What openapi-typescript turns into a type of its own; schemas first, so that they get the plain names. */
export type TypeKind = 'schemas' | 'requestBodies' | 'responses' | 'operations';

/** Something that becomes one declaration; its references are `#/components/<kind>/<name>`. */
export interface DescribedType {
  readonly kind: TypeKind;
  readonly name: string;
  readonly json: JsonObject;
}

const suffixes = { schemas: '', requestBodies: 'Body', responses: 'Response' } as const;

/** Keywords that decide about a type or its comment; the others make two descriptions of one type differ. */
const keptKeywords: readonly Keyword[] = [
  'type',
  'format',
  'nullable',
  'enum',
  'const',
  'required',
  'default',
  'readOnly',
  'writeOnly',
];
const annotations: readonly Keyword[] = ['title', 'description', 'deprecated'];

/** How a type names what the schemas of a keyword describe, below the schema's own type; null where no type says it. */
export const memberOf: Readonly<Record<SchemaKeyword, ((name: string) => readonly string[]) | null>> = {
  properties: (name) => [name],
  patternProperties: () => ['*'],
  allOf: () => [],
  anyOf: () => [],
  oneOf: () => [],
  prefixItems: () => [],
  items: () => ['[]'],
  additionalProperties: () => ['*'],
  not: null,
  if: null,
  then: null,
  else: null,
  dependentSchemas: null,
  dependencies: null,
  unevaluatedProperties: null,
  propertyNames: null,
  unevaluatedItems: null,
  additionalItems: null,
  contains: null,
  contentSchema: null,
  $defs: null,
  definitions: null,
};
const typedKeywords = Object.keys(memberOf).filter((keyword) => memberOf[keyword as SchemaKeyword] !== null);

/** Describes what one document refers to, each as a type with a name. */
export function typeDescriber(document: OpenDocument, taken: readonly string[] = []) {
  const identifier = typeNameGiver(taken);
  const types = new Map<string, DescribedType>();
  const names = new Map<string, string>();

  const refer = (kind: keyof typeof suffixes, reference: string): string => {
    const known = names.get(reference);
    if (known !== undefined) return `#/components/${kind}/${known}`;
    const name = identifier(...nameFor(reference, kind));
    names.set(reference, name);
    types.set(name, { kind, name, json: {} });
    const described = describers[kind](document.target({ $ref: reference }) ?? {});
    types.set(name, { kind, name, json: isObject(described) ? described : { not: {} } });
    return `#/components/${kind}/${name}`;
  };

  const schema = (node: Json): Json => {
    if (!isObject(node)) return node;
    const reference = textAt(node['$ref']);
    if (reference !== null) return { $ref: refer('schemas', reference), ...pick(node, annotations) };
    return {
      ...pick(node, keptKeywords),
      ...(isFile(node) && { format: 'binary' }),
      ...pick(node, annotations),
      ...(mapSubschemas(pick(node, typedKeywords), (inner) =>
        inner === true ? {} : schema(inner as Json),
      ) as JsonObject),
      ...discriminated(node),
    };
  };

  /** Alternatives with the value of their discriminator, where their own schemas do not fix it. */
  const discriminated = ({ discriminator, ...node }: JsonObject): JsonObject => {
    const property = textAt(objectAt(discriminator)['propertyName']);
    if (property === null) return {};
    const mapping = Object.entries(objectAt(objectAt(discriminator)['mapping']));
    const alternative = (member: Json): Json => {
      const reference = textAt(objectAt(member)['$ref']);
      if (reference === null) return schema(member);
      const own = document.resolve(objectAt(document.resolve(member)['properties'])[property]);
      if (own['const'] !== undefined || own['enum'] !== undefined) return schema(member);
      const component = tokensOf(reference).at(-1) ?? '';
      const values = mapping
        .filter(([, target]) => target === reference || target === component)
        .map(([value]) => value);
      const fixed = { enum: values.length > 0 ? values : [component] };
      return { allOf: [schema(member), { type: 'object', properties: { [property]: fixed }, required: [property] }] };
    };
    return each(node, ['oneOf', 'anyOf'], (list) => listAt(list).map(alternative));
  };

  const content = (media: Json | undefined): JsonObject =>
    mapObject(objectAt(media), (one) => {
      const described = document.resolve(one)['schema'];
      return described === undefined ? {} : { schema: schema(described) };
    });

  const parameter = (node: Json): JsonObject => {
    const { schema: described, content: media } = objectAt(node);
    return {
      ...pick(objectAt(node), ['name', 'in', 'required', 'description', 'deprecated']),
      ...(described !== undefined && { schema: schema(described) }),
      ...(media !== undefined && { content: content(media) }),
    };
  };

  const body = (node: Json): JsonObject => ({
    ...pick(objectAt(node), ['required', 'description']),
    content: content(objectAt(node)['content']),
  });

  const response = (node: Json): JsonObject => {
    const media = content(objectAt(node)['content']);
    return { ...pick(objectAt(node), ['description']), ...(Object.keys(media).length > 0 && { content: media }) };
  };

  const describers = { schemas: schema, requestBodies: body, responses: response };

  const referred = (kind: keyof typeof suffixes, node: Json): Json => {
    const reference = textAt(objectAt(node)['$ref']);
    return reference === null ? describers[kind](node) : { $ref: refer(kind, reference) };
  };

  for (const name of Object.keys(objectAt(objectAt(document.root['components'])['schemas'])))
    refer('schemas', `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

  return {
    /** Describes an operation; its type gets the name, or a similar one. */
    addOperation(name: string, { parameters, requestBody, responses, ...comment }: JsonObject): string {
      const own = identifier(name, 'Operation');
      const json: JsonObject = {
        ...comment,
        parameters: listAt(parameters).map(parameter),
        ...(requestBody !== undefined && { requestBody: referred('requestBodies', requestBody) }),
        responses: mapObject(objectAt(responses), (one) => referred('responses', one)),
      };
      types.set(own, { kind: 'operations', name: own, json });
      return own;
    },
    /** Describes a schema, under its name where it refers to one, else under a similar one to `name`. */
    addSchema(name: string, node: Json): string {
      const reference = textAt(objectAt(node)['$ref']);
      if (reference !== null) {
        refer('schemas', reference);
        return names.get(reference)!;
      }
      const own = identifier(name, 'Payload');
      types.set(own, { kind: 'schemas', name: own, json: objectAt(schema(node)) });
      return own;
    },
    types: types as ReadonlyMap<string, DescribedType>,
    /** The name of the type that a reference leads to. */
    nameOf: (reference: string) => names.get(reference),
  };
}

/** Bytes as they are, as OpenAPI 3.1 writes them (section 4.8.14.3). */
const isFile = (node: JsonObject) => textAt(node['contentMediaType']) !== null && node['contentEncoding'] === undefined;

function nameFor(reference: string, kind: keyof typeof suffixes): [name: string, fallback?: string] {
  const tokens = tokensOf(reference);
  const written = tokens[0] === 'components' ? tokens.slice(2) : tokens.slice(-1);
  const name = written.filter((token) => !['members', 'items'].includes(targetOf(token) ?? '')).join('_');
  return kind === 'schemas' ? [name, 'Schema'] : [`${pascalCase(name)}${suffixes[kind]}`];
}

function pick(node: JsonObject, keys: readonly string[]): JsonObject {
  return each(node, keys, (value) => value);
}

function each(node: JsonObject, keys: readonly string[], convert: (value: Json) => Json): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = node[key];
      return value === undefined ? [] : [[key, convert(value)]];
    }),
  );
}

function mapObject(node: JsonObject, convert: (value: Json) => Json): JsonObject {
  return each(node, Object.keys(node), convert);
}

import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { changeAt, isEqualIn, rewrites } from './rewrites.js';
import { holdersOf, mapObjects, operationsOf, partAt, schemasOf, type Tokens, withPart } from './document-parts.js';

/** A document that says the same, written differently; null where the rule does not apply. */
export type DocumentRewrite = (document: JsonObject, position: number) => JsonObject | null;

const pick = <T>(list: readonly T[], position: number): T | undefined => list[position % Math.max(list.length, 1)];

/** Moves a part to the components of a document. */
function extract(document: JsonObject, tokens: Tokens, section: string): JsonObject {
  const all = objectAt(objectAt(document['components'])[section]);
  const name = `Moved${Object.keys(all).length}`;
  const part = partAt(document, tokens)!;
  const moved = withPart(document, tokens, { $ref: `#/components/${section}/${name}` });
  return { ...moved, components: { ...objectAt(moved['components']), [section]: { ...all, [name]: part } } };
}

const isInline = (document: JsonObject) => (tokens: Tokens) => {
  const part = partAt(document, tokens);
  return isObject(part) && part['$ref'] === undefined;
};

function extractOne(section: string, list: (document: JsonObject) => readonly Tokens[]): DocumentRewrite {
  return (document, position) => {
    const tokens = pick(list(document).filter(isInline(document)), position);
    return tokens ? extract(document, tokens, section) : null;
  };
}

const holders = (kind: string) => (document: JsonObject) =>
  holdersOf(document).flatMap((one) => (one.kind === kind ? [one.tokens] : []));
const responses = (document: JsonObject) =>
  operationsOf(document).flatMap((at) =>
    Object.keys(objectAt(partAt(document, [...at, 'responses']))).map((status) => [...at, 'responses', status]),
  );

const byRules = Object.fromEntries(
  Object.entries(rewrites).map(([name, rule]): [string, DocumentRewrite] => [
    `a schema: ${name}`,
    (document, position) => {
      const tokens = pick(schemasOf(document), position);
      if (tokens === undefined || !isEqualIn(document, rule)) return null;
      // A text may hold an object as JSON, of which `properties` speaks; a negation hides which type a header has.
      if (name === 'keywords of other types' && tokens.some((token) => /plain|form/.test(token))) return null;
      if (name === 'two negations' && tokens.includes('headers')) return null;
      const all: Record<string, Json | undefined> = { ...objectAt(objectAt(document['components'])['schemas']) };
      const added: Record<string, Json> = {};
      const changed = changeAt(partAt(document, tokens) ?? true, position, (node) =>
        isObject(node) && node['discriminator'] !== undefined
          ? null
          : rule(node, (inner) => {
              const component = `Extracted${Object.keys(all).length}`;
              added[component] = inner;
              return { $ref: `#/components/schemas/${component}` };
            }),
      );
      const result = withPart(document, tokens, changed);
      const components = objectAt(result['components']);
      return { ...result, components: { ...components, schemas: { ...objectAt(components['schemas']), ...added } } };
    },
  ]),
);

/** Rules that change how a document is written and nothing that it says. */
export const documentRewrites: Readonly<Record<string, DocumentRewrite>> = {
  ...byRules,
  'a parameter as a component': extractOne('parameters', holders('parameter')),
  'a header as a component': extractOne('headers', holders('header')),
  'a response as a component': extractOne('responses', responses),
  'a body as a component': extractOne('requestBodies', (document) =>
    operationsOf(document).map((at) => [...at, 'requestBody']),
  ),
  'parameters of the path': (document, position) => {
    const at = pick(operationsOf(document), position)!;
    const item = at.slice(0, -1);
    const own = partAt(document, [...at, 'parameters']);
    if (own === undefined || Object.keys(objectAt(partAt(document, item))).length !== 1) return null;
    return withPart(withPart(document, [...at, 'parameters'], undefined), [...item, 'parameters'], own);
  },
  'parameters in another order': (document, position) => {
    const tokens = [...pick(operationsOf(document), position)!, 'parameters'];
    const own = partAt(document, tokens);
    return own === undefined ? null : withPart(document, tokens, listAt(own).toReversed());
  },
  'another case of a header': (document, position) => {
    const found = pick(
      holdersOf(document).filter(({ kind, tokens }) => {
        const part = objectAt(partAt(document, tokens));
        return kind === 'parameter' && part['in'] === 'header';
      }),
      position,
    );
    if (!found) return null;
    const name = String(partAt(document, [...found.tokens, 'name']));
    return withPart(document, [...found.tokens, 'name'], name.toUpperCase());
  },
  'explode where nothing is exploded': (document, position) => {
    const found = pick(
      holdersOf(document).filter(({ tokens }) => {
        const { style, in: carrier, explode, schema } = objectAt(partAt(document, tokens));
        const { type } = objectAt(schema);
        const isSimple = style === 'simple' || carrier === undefined;
        return explode !== undefined && ['string', 'boolean', ...(isSimple ? ['array'] : [])].includes(String(type));
      }),
      position,
    );
    if (!found) return null;
    const tokens = [...found.tokens, 'explode'];
    return withPart(document, tokens, partAt(document, tokens) !== true);
  },
  'what is so anyway left out': (document) =>
    mapObjects(document, (node) => {
      if (node['required'] === false) {
        const { required: _, ...rest } = node;
        return rest;
      }
      const isForm = node['style'] === 'form' && node['explode'] === true;
      const isSimple = node['style'] === 'simple' && node['explode'] === false;
      if (!isForm && !isSimple) return node;
      const { style: _, explode: __, ...rest } = node;
      return rest;
    }) as JsonObject,
  'members in another order': (document) =>
    mapObjects(document, (node) => Object.fromEntries(Object.entries(node).toReversed())) as JsonObject,
  'security of the document at its operations': (document) => {
    const { security, ...rest } = document;
    if (security === undefined) return null;
    return operationsOf(document).reduce<JsonObject>(
      (current, at) =>
        partAt(current, [...at, 'security']) === undefined ? withPart(current, [...at, 'security'], security) : current,
      rest,
    );
  },
  'alternatives of security in another order': (document, position) => {
    const tokens = [...pick(operationsOf(document), position)!, 'security'];
    const own = partAt(document, tokens);
    return own === undefined ? null : withPart(document, tokens, listAt(own).toReversed());
  },
  'another name of a scheme': (document) => {
    const text = JSON.stringify(document)
      .replaceAll('"basic":', '"other":')
      .replaceAll('"scheme":"other"', '"scheme":"basic"');
    return JSON.parse(text) as JsonObject;
  },
  'a media type in capitals': (document, position) => {
    const found = pick(
      holdersOf(document).filter(({ kind }) => kind === 'body' || kind === 'answer'),
      position,
    );
    if (!found || found.mediaType !== 'application/json') return null;
    const without = withPart(document, found.tokens, undefined);
    return withPart(
      without,
      [...found.tokens.slice(0, -1), 'application/JSON; charset=utf-8'],
      partAt(document, found.tokens),
    );
  },
  'OpenAPI 3.0': (document) => {
    const translated = translateTo30(document);
    return translated && { ...translated, openapi: '3.0.3' };
  },
  'OpenAPI 3.0, with keywords beside references, which it ignores': (document) => {
    const translated = translateTo30(document);
    const text = JSON.stringify(translated);
    const isSchema = (reference: Json | undefined) => String(reference).startsWith('#/components/schemas/');
    if (translated === null || !text.includes('"#/components/schemas/')) return null;
    const noisy = mapObjects(translated, (node) =>
      isSchema(node['$ref'])
        ? { ...node, type: 'integer', maximum: 3, nullable: true, enum: [7], required: ['none'] }
        : node,
    ) as JsonObject;
    return { ...noisy, openapi: '3.0.3' };
  },
};

/** What a schema of OpenAPI 3.0 may hold, of what is drawn here (OpenAPI 3.0.4, section 4.7.24). */
const keywordsOf30 = new Set(
  `type format minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf enum items minItems maxItems uniqueItems
  properties required additionalProperties minProperties maxProperties allOf anyOf oneOf not discriminator $ref`.split(
    /\s+/,
  ),
);

/** The same in OpenAPI 3.0; null where a schema says what 3.0 cannot. */
function translateTo30(document: JsonObject): JsonObject | null {
  let isPossible = true;
  const translate = (schema: Json | undefined): Json => {
    if (schema === true || schema === undefined) return {};
    if (!isObject(schema)) return { not: {} };
    if (typeof schema['$ref'] === 'string') {
      isPossible &&= Object.keys(schema).length === 1;
      return schema;
    }
    const { const: value, type, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
    const own: Record<string, Json | undefined> = { ...rest };
    const types = [type ?? []].flat() as readonly string[];
    const named = types.filter((name) => name !== 'null');
    if (value !== undefined) own['enum'] = [value];
    if (types.length > 0) {
      isPossible &&= named.length === 1 && (types.length === 1 || own['enum'] === undefined);
      own['type'] = named[0];
      if (types.includes('null')) own['nullable'] = true;
    }
    if (own['type'] === 'array') own['items'] ??= {};
    isPossible &&= !(exclusiveMinimum !== undefined && own['minimum'] !== undefined);
    isPossible &&= !(exclusiveMaximum !== undefined && own['maximum'] !== undefined);
    for (const keyword of ['items', 'not', 'additionalProperties'])
      if (own[keyword] !== undefined && typeof own[keyword] !== 'boolean') own[keyword] = translate(own[keyword]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      if (own[keyword] !== undefined) own[keyword] = listAt(own[keyword]).map(translate);
    if (own['properties'] !== undefined)
      own['properties'] = Object.fromEntries(
        Object.entries(objectAt(own['properties'])).map(([name, inner]) => [name, translate(inner)]),
      );
    isPossible &&= Object.keys(own).every((keyword) => keywordsOf30.has(keyword) || keyword === 'nullable');
    isPossible &&= typeof own['items'] !== 'boolean';
    if (exclusiveMinimum !== undefined) Object.assign(own, { minimum: exclusiveMinimum, exclusiveMinimum: true });
    if (exclusiveMaximum !== undefined) Object.assign(own, { maximum: exclusiveMaximum, exclusiveMaximum: true });
    return own;
  };
  const result = schemasOf(document).reduce<JsonObject>((current, tokens) => {
    const schema = isPossible ? partAt(current, tokens) : undefined;
    return schema === undefined ? current : withPart(current, tokens, translate(schema));
  }, document);
  return isPossible ? result : null;
}

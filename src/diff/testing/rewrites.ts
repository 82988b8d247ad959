import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';

/** A schema that accepts the same values, written differently; null where the rule does not apply. */
export type Rewrite = (schema: JsonObject, extract: (schema: Json) => JsonObject) => JsonObject | null;

const isOnly = (schema: JsonObject, type: string) => schema['type'] === type;

const marked = /"(?:readOnly|writeOnly)":|\/Marked\d/;

/** The name of a component for a schema; those of what only one side sends begin with `Marked`. */
export function nameExtracted(schema: Json, number: number): string {
  return `${marked.test(JSON.stringify(schema)) ? 'Marked' : 'Extracted'}${number}`;
}

/** A rule for schemas of values that both sides send: in a branch, `readOnly` and `writeOnly` no longer say who does. */
function ofBothSides(rule: Rewrite): Rewrite {
  return (schema, extract) => (marked.test(JSON.stringify(schema)) ? null : rule(schema, extract));
}

/** Rules that change how a schema is written and nothing that it accepts. */
export const rewrites: Readonly<Record<string, Rewrite>> = {
  'a component': (schema, extract) => extract(schema),
  'a component and a description': (schema, extract) => ({ ...extract(schema), description: 'The same.' }),
  'allOf of one': (schema) => ({ allOf: [schema] }),
  'oneOf of one': ofBothSides((schema) => ({ oneOf: [schema] })),
  'anyOf of one': ofBothSides((schema) => ({ anyOf: [schema] })),
  'anyOf of the same twice': ofBothSides((schema) => ({ anyOf: [schema, structuredClone(schema)] })),
  'two negations': ofBothSides((schema) => ({ not: { not: schema } })),
  'a constant and an enum of one': ({ const: value, ...rest }) =>
    value === undefined ? null : { ...rest, enum: [value] },
  'an enum of one and a constant': ({ enum: values, ...rest }) =>
    listAt(values).length === 1 && rest['const'] === undefined ? { ...rest, const: listAt(values)[0]! } : null,
  'boolean and its two values': (schema) =>
    JSON.stringify(schema) === '{"type":"boolean"}' ? { enum: [true, false] } : null,
  'a bound and an open bound': ({ maximum, ...rest }) =>
    isOnly(rest, 'integer') && Number.isInteger(maximum) && rest['exclusiveMaximum'] === undefined
      ? { ...rest, exclusiveMaximum: Number(maximum) + 1 }
      : null,
  'keywords of other types': (schema) =>
    isOnly(schema, 'integer') || isOnly(schema, 'boolean')
      ? { ...schema, maxLength: 1, items: false, required: ['none'] }
      : isOnly(schema, 'string')
        ? { ...schema, minimum: 5, maxItems: 0, properties: { a: false } }
        : null,
  'a list of types and a choice': ({ type, ...rest }) =>
    Array.isArray(type) ? { ...rest, anyOf: listAt(type as Json).map((name) => ({ type: name })) } : null,
  'nothing more and nothing unevaluated': ({ additionalProperties, ...rest }) =>
    additionalProperties === false && ['unevaluatedProperties', ...evaluating].every((one) => rest[one] === undefined)
      ? { ...rest, unevaluatedProperties: false }
      : null,
  'properties and allOf': ({ properties, ...rest }) =>
    isObject(properties) && rest['allOf'] === undefined && open.every((keyword) => rest[keyword] === undefined)
      ? {
          ...rest,
          allOf: Object.entries(properties).map(([name, schema]) => ({ properties: { [name]: schema ?? true } })),
        }
      : null,
  'members of a choice and beside it': (schema) => {
    const shared = objectAt(schema['properties']);
    const [name] = Object.keys(shared);
    if (name === undefined || schema['oneOf'] === undefined || open.some((keyword) => schema[keyword] !== undefined))
      return null;
    const members = listAt(schema['oneOf']).map((member) => ({
      allOf: [member, { properties: { [name]: shared[name] ?? true } }],
    }));
    return { ...schema, oneOf: members };
  },
  'required in another order': ({ required, ...rest }) =>
    required === undefined ? null : { ...rest, required: listAt(required).toReversed() },
};

/** Whether a rule says the same wherever it stands in a schema: what is negated evaluates nothing for `unevaluatedProperties` around it. */
export function isEqualIn(whole: Json, rule: Rewrite): boolean {
  return rule !== rewrites['two negations'] || !JSON.stringify(whole).includes('"unevaluated');
}

/** Keywords that count the properties beside them. */
const open = ['additionalProperties', 'unevaluatedProperties'];

/** Keywords whose schemas evaluate properties for an `unevaluatedProperties` beside them, and not for an `additionalProperties`. */
const evaluating = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];

const single = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties'];

/** Changes the schema at a position; positions are counted depth first, and a number beyond the last starts over. */
export function changeAt(schema: Json, position: number, change: (schema: JsonObject) => JsonObject | null): Json {
  const count = countSchemas(schema);
  let left = count === 0 ? -1 : position % count;
  const visit = (node: Json | undefined): Json => {
    if (!isObject(node)) return node ?? true;
    if (left === 0) {
      left = -1;
      return change(node) ?? node;
    }
    left -= 1;
    const result: Record<string, Json | undefined> = { ...node };
    for (const keyword of single) if (isObject(node[keyword]) && left >= 0) result[keyword] = visit(node[keyword]);
    for (const keyword of lists)
      if (Array.isArray(node[keyword]) && left >= 0) result[keyword] = listAt(node[keyword]).map(visitIfLeft);
    for (const keyword of maps)
      if (isObject(node[keyword]) && left >= 0)
        result[keyword] = Object.fromEntries(
          Object.entries(node[keyword]).map(([name, inner]) => [name, visitIfLeft(inner)]),
        );
    return result;
  };
  const visitIfLeft = (node: Json | undefined): Json => (left >= 0 ? visit(node) : (node ?? true));
  return visit(schema);
}

function countSchemas(schema: Json | undefined): number {
  if (!isObject(schema)) return 0;
  const inside = [
    ...single.map((keyword) => schema[keyword]),
    ...lists.flatMap((keyword) => listAt(schema[keyword])),
    ...maps.flatMap((keyword) => Object.values(objectAt(schema[keyword]))),
  ];
  return 1 + inside.reduce<number>((sum, node) => sum + countSchemas(node), 0);
}

/** Changes that mostly make a schema accept less, or more when they are undone. */
export const mutations: readonly ((schema: JsonObject) => JsonObject | null)[] = [
  (schema) => (schema['enum'] ? null : { ...schema, type: schema['type'] === 'string' ? 'integer' : 'string' }),
  (schema) => (schema['type'] === 'string' ? { ...schema, maxLength: 2 } : null),
  (schema) => (schema['type'] === 'string' ? { ...schema, minLength: 2 } : null),
  (schema) => (schema['type'] === 'string' ? { ...schema, pattern: '^[a-b]*$' } : null),
  (schema) => (schema['type'] === 'integer' || schema['type'] === 'number' ? { ...schema, maximum: 1 } : null),
  (schema) => (schema['type'] === 'integer' || schema['type'] === 'number' ? { ...schema, exclusiveMinimum: 1 } : null),
  (schema) => (schema['type'] === 'number' ? { ...schema, type: 'integer' } : null),
  (schema) => (schema['type'] === 'number' || schema['type'] === 'integer' ? { ...schema, multipleOf: 2 } : null),
  (schema) => (listAt(schema['enum']).length > 1 ? { ...schema, enum: listAt(schema['enum']).slice(1) } : null),
  (schema) =>
    Array.isArray(schema['type']) && schema['type'].length > 1
      ? { ...schema, type: listAt(schema['type'] as Json).slice(1) }
      : null,
  (schema) => (isObject(schema['properties']) ? { ...schema, required: Object.keys(schema['properties']) } : null),
  (schema) => (isObject(schema['properties']) ? { ...schema, minProperties: 1 } : null),
  (schema) => (isObject(schema['properties']) ? { ...schema, maxProperties: 1 } : null),
  (schema) => (isObject(schema['properties']) ? { ...schema, additionalProperties: false } : null),
  (schema) => (schema['type'] === 'array' ? { ...schema, minItems: 1 } : null),
  (schema) => (schema['type'] === 'array' ? { ...schema, maxItems: 1 } : null),
  (schema) => (schema['type'] === 'array' ? { ...schema, uniqueItems: true } : null),
  (schema) => (listAt(schema['anyOf']).length > 1 ? { ...schema, anyOf: listAt(schema['anyOf']).slice(1) } : null),
  (schema) => (listAt(schema['oneOf']).length > 1 ? { ...schema, oneOf: listAt(schema['oneOf']).slice(1) } : null),
  (schema) => ({ ...schema, not: { type: 'null' } }),
  () => ({ type: 'boolean' }),
  (schema) =>
    Array.isArray(schema['prefixItems'])
      ? { ...schema, prefixItems: [...listAt(schema['prefixItems']), { type: 'null' }] }
      : null,
  (schema) =>
    Array.isArray(schema['prefixItems']) && schema['items'] === undefined ? { ...schema, items: false } : null,
  (schema) =>
    schema['type'] === 'array' && schema['items'] === undefined ? { ...schema, unevaluatedItems: false } : null,
  (schema) => (isObject(schema['properties']) ? { ...schema, unevaluatedProperties: false } : null),
  (schema) => (isObject(schema['properties']) ? { ...schema, dependentRequired: { a: ['b'] } } : null),
  (schema) =>
    isObject(schema['properties'])
      ? { ...schema, dependentSchemas: { a: { properties: { b: { type: 'null' } } } } }
      : null,
  (schema) => (isObject(schema['properties']) ? { ...schema, propertyNames: { maxLength: 1 } } : null),
  (schema) =>
    isObject(schema['properties']) ? { ...schema, patternProperties: { '^[ax]': { type: 'boolean' } } } : null,
  (schema) => (schema['contains'] === undefined ? null : { ...schema, minContains: 2 }),
  (schema) =>
    schema['contains'] === undefined ? null : { ...schema, maxContains: 1 + (Number(schema['minContains']) || 1) },
  (schema) => (schema['type'] === 'string' ? { ...schema, format: 'date' } : null),
];

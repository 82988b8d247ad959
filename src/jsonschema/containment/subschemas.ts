/** The keywords of JSON Schema that hold one schema. */
export const single: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/** Those that hold a list of schemas, without `allOf`, whose members a schema joins. */
export const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'prefixItems']);

/** Those that hold schemas by name. */
export const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

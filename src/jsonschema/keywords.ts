/** What a keyword is for. */
export type Role =
  /** Decides whether a value is valid. */
  | 'assertion'
  /** Decides in which direction a property is sent. */
  | 'direction'
  /** Guides programs that read or fill in a value. */
  | 'hint'
  /** Informs programs, and changes no value. */
  | 'mark'
  /** Words and examples for people. */
  | 'words'
  /** Says where a schema is and what it is called, or keeps schemas for references. */
  | 'identity';

/** Which schemas a keyword holds; `data` is JSON that is no schema, and `nothing` is plain: a number, a text, a list of names. */
export type Holding = 'schema' | 'schemas' | 'named schemas' | 'data' | 'nothing';

/** What the schemas of a keyword apply to: the value itself, what is inside it, or nothing before a reference leads to them. */
export type Target = 'value' | 'members' | 'items' | 'names' | 'content' | 'nothing';

/** Who knows a keyword: every dialect, JSON Schema 2020-12 and so OpenAPI 3.1, both versions of OpenAPI, one of them, or an older draft. */
export type Dialect = 'all' | '2020-12' | 'openapi' | 'openapi 3.0' | 'draft 7' | 'draft 2019-09';

/** What there is to know of a keyword. */
export interface KeywordFacts {
  readonly role: Role;
  readonly holds: Holding;
  readonly in: Dialect;
  readonly applies?: Target;
  /** The keyword without which it says nothing. */
  readonly beside?: string;
  /** The side on which it limits a number, or what `of` names: characters, items, members, or items that `contains` matches. */
  readonly limit?: 'least' | 'most';
  readonly of?: 'number' | 'string' | 'array' | 'object' | 'contains';
}

/**
 * Every keyword of a schema: JSON Schema 2020-12 (Core and Validation), OpenAPI 3.0.4 and 3.1.1 (Schema Object), and those of earlier drafts that are
 * still written. `format` and `contentEncoding` are assertions here, which JSON Schema leaves to programs.
 */
export const keywords = {
  $id: { role: 'identity', holds: 'nothing', in: '2020-12' },
  $schema: { role: 'identity', holds: 'nothing', in: '2020-12' },
  $anchor: { role: 'identity', holds: 'nothing', in: '2020-12' },
  $dynamicAnchor: { role: 'identity', holds: 'nothing', in: '2020-12' },
  $recursiveAnchor: { role: 'identity', holds: 'nothing', in: 'draft 2019-09' },
  $vocabulary: { role: 'identity', holds: 'data', in: '2020-12' },
  $defs: { role: 'identity', holds: 'named schemas', in: '2020-12', applies: 'nothing' },
  definitions: { role: 'identity', holds: 'named schemas', in: 'draft 7', applies: 'nothing' },
  $ref: { role: 'assertion', holds: 'nothing', in: 'all' },
  $dynamicRef: { role: 'assertion', holds: 'nothing', in: '2020-12' },
  $recursiveRef: { role: 'assertion', holds: 'nothing', in: 'draft 2019-09' },

  allOf: { role: 'assertion', holds: 'schemas', in: 'all', applies: 'value' },
  anyOf: { role: 'assertion', holds: 'schemas', in: 'all', applies: 'value' },
  oneOf: { role: 'assertion', holds: 'schemas', in: 'all', applies: 'value' },
  not: { role: 'assertion', holds: 'schema', in: 'all', applies: 'value' },
  if: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'value' },
  then: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'value', beside: 'if' },
  else: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'value', beside: 'if' },
  dependentSchemas: { role: 'assertion', holds: 'named schemas', in: '2020-12', applies: 'value' },
  dependencies: { role: 'assertion', holds: 'named schemas', in: 'draft 7', applies: 'value' },
  properties: { role: 'assertion', holds: 'named schemas', in: 'all', applies: 'members' },
  patternProperties: { role: 'assertion', holds: 'named schemas', in: '2020-12', applies: 'members' },
  additionalProperties: { role: 'assertion', holds: 'schema', in: 'all', applies: 'members' },
  unevaluatedProperties: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'members' },
  propertyNames: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'names' },
  prefixItems: { role: 'assertion', holds: 'schemas', in: '2020-12', applies: 'items' },
  items: { role: 'assertion', holds: 'schema', in: 'all', applies: 'items' },
  additionalItems: { role: 'assertion', holds: 'schema', in: 'draft 7', applies: 'items' },
  unevaluatedItems: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'items' },
  contains: { role: 'assertion', holds: 'schema', in: '2020-12', applies: 'items' },

  type: { role: 'assertion', holds: 'nothing', in: 'all' },
  nullable: { role: 'assertion', holds: 'nothing', in: 'openapi 3.0' },
  enum: { role: 'assertion', holds: 'data', in: 'all' },
  const: { role: 'assertion', holds: 'data', in: '2020-12' },
  minimum: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'least', of: 'number' },
  maximum: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'most', of: 'number' },
  exclusiveMinimum: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'least', of: 'number' },
  exclusiveMaximum: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'most', of: 'number' },
  multipleOf: { role: 'assertion', holds: 'nothing', in: 'all' },
  minLength: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'least', of: 'string' },
  maxLength: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'most', of: 'string' },
  pattern: { role: 'assertion', holds: 'nothing', in: 'all' },
  format: { role: 'assertion', holds: 'nothing', in: 'all' },
  contentEncoding: { role: 'assertion', holds: 'nothing', in: '2020-12' },
  minItems: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'least', of: 'array' },
  maxItems: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'most', of: 'array' },
  uniqueItems: { role: 'assertion', holds: 'nothing', in: 'all' },
  minContains: {
    role: 'assertion',
    holds: 'nothing',
    in: '2020-12',
    limit: 'least',
    of: 'contains',
    beside: 'contains',
  },
  maxContains: {
    role: 'assertion',
    holds: 'nothing',
    in: '2020-12',
    limit: 'most',
    of: 'contains',
    beside: 'contains',
  },
  minProperties: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'least', of: 'object' },
  maxProperties: { role: 'assertion', holds: 'nothing', in: 'all', limit: 'most', of: 'object' },
  required: { role: 'assertion', holds: 'nothing', in: 'all' },
  dependentRequired: { role: 'assertion', holds: 'data', in: '2020-12' },

  readOnly: { role: 'direction', holds: 'nothing', in: 'all' },
  writeOnly: { role: 'direction', holds: 'nothing', in: 'all' },
  default: { role: 'hint', holds: 'data', in: 'all' },
  discriminator: { role: 'hint', holds: 'data', in: 'openapi' },
  contentMediaType: { role: 'hint', holds: 'nothing', in: '2020-12' },
  contentSchema: { role: 'hint', holds: 'schema', in: '2020-12', applies: 'content' },
  deprecated: { role: 'mark', holds: 'nothing', in: 'all' },
  xml: { role: 'mark', holds: 'data', in: 'openapi' },
  title: { role: 'words', holds: 'nothing', in: 'all' },
  description: { role: 'words', holds: 'nothing', in: 'all' },
  externalDocs: { role: 'words', holds: 'data', in: 'openapi' },
  example: { role: 'words', holds: 'data', in: 'openapi' },
  examples: { role: 'words', holds: 'data', in: '2020-12' },
  $comment: { role: 'words', holds: 'nothing', in: '2020-12' },
} as const satisfies Readonly<Record<string, KeywordFacts>>;

export type Keyword = keyof typeof keywords;

/** The keywords with these facts. */
export type KeywordWith<Some extends Partial<KeywordFacts>> = {
  [Name in Keyword]: (typeof keywords)[Name] extends Some ? Name : never;
}[Keyword];

/** The keywords that hold schemas. */
export type SchemaKeyword = KeywordWith<{ readonly applies: Target }>;

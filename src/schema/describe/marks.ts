import { definitionKey } from './definition-key.js';
import type { JsonSchema } from './json-schema.js';
import { type Definition, type SchemaWithDefinitions, schemaPlace, UndescribableSchemaError } from './schema-reader.js';
import { roundBounds } from './whole-bounds.js';
import { isNode, mapSchema, replaceReferences } from './walk-schema.js';

/** What readers note in JSON Schema for svckit; no document shows it. */
export const marks = {
  /** A number for the library's own object that a node comes from: how a nested schema is found again. */
  source: 'x-source',
  /** What a value is before it becomes JSON: `date` or `bigint`. */
  native: 'x-native',
  /** Whether an object keeps undeclared members, where documents need not say so. */
  open: 'x-open',
  /** Why JSON Schema has no words for a node. */
  undescribable: 'x-undescribable',
} as const;

/** What JSON carries for kinds that it lacks. */
export const natives = {
  date: { type: 'string', format: 'date-time', [marks.native]: 'date' },
  bigint: { type: 'integer', format: 'int64', [marks.native]: 'bigint' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const numbers = new WeakMap<object, number>();
let last = 0;

/** A node with the object that it comes from; what wraps an inner schema without a node of its own is that schema. */
export function markSource(node: JsonSchema, source: object): JsonSchema {
  if (marks.source in node || '$ref' in node) return node;
  const known = numbers.get(source) ?? ++last;
  numbers.set(source, known);
  return { ...node, [marks.source]: known };
}

const describing = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

/** Whether a node's metadata says what JSON Schema cannot know, such as `{ type: 'string' }`. */
export const isDescribed = (node: JsonSchema) => describing.some((keyword) => keyword in node);

/** The keywords that no document shows. */
export const hidden: ReadonlySet<string> = new Set(Object.values(marks));

/** A reading as documents show it; throws an UndescribableSchemaError for the first part that cannot be described. */
export function withoutMarks({ root, definitions }: SchemaWithDefinitions, fix: string): SchemaWithDefinitions {
  const clean = (schema: JsonSchema) => {
    refuseUndescribable(schema, [], fix);
    return mapSchema(schema, (node) => {
      const shown = Object.fromEntries(Object.entries(node).filter(([keyword]) => !hidden.has(keyword)));
      roundBounds(shown);
      return shown;
    });
  };
  return {
    root: clean(root),
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([key, { id, schema }]) => [key, { id, schema: clean(schema) }]),
    ),
  };
}

function refuseUndescribable(value: unknown, path: readonly string[], fix: string): void {
  if (typeof value !== 'object' || value === null) return;
  const what = (value as JsonSchema)[marks.undescribable];
  if (typeof what === 'string' && !isDescribed(value as JsonSchema))
    throw new UndescribableSchemaError(what, schemaPlace(path), fix);
  for (const [step, inner] of Object.entries(value)) refuseUndescribable(inner, [...path, step], fix);
}

/** The JSON Schema of a converter with its `$defs` apart; a node with an `id`, which is no keyword, becomes a definition of that name. */
export function readingOf(schema: JsonSchema): SchemaWithDefinitions {
  const { $schema: _, ...converted } = schema;
  const { $defs: found, ...whole } = rebased(converted);
  const definitions: Record<string, Definition> = {};
  const name = (node: JsonSchema): JsonSchema => {
    const { id, ...rest } = node;
    if (typeof id !== 'string' || id === '') return node;
    const key = keyFor(id, rest, definitions);
    definitions[key] = { id, schema: rest };
    return { $ref: `#/$defs/${key}` };
  };
  const root = mapSchema(whole, name);
  for (const [key, definition] of Object.entries((found ?? {}) as Readonly<Record<string, JsonSchema>>))
    definitions[key] = { id: null, schema: mapSchema(definition, name) };
  return { root, definitions };
}

/** Equal nodes with one id are one definition. */
function keyFor(id: string, node: JsonSchema, definitions: Readonly<Record<string, Definition>>): string {
  const base = definitionKey(id);
  const isTaken = (key: string) =>
    key in definitions && JSON.stringify(definitions[key]!.schema) !== JSON.stringify(node);
  let key = base;
  for (let count = 2; isTaken(key); count++) key = `${base}.${count}`;
  return key;
}

/** References to the root, or into it, refer to a definition instead. */
function rebased(schema: JsonSchema): JsonSchema {
  let refersToRoot = false;
  const rebase = (reference: string) => {
    if (reference.startsWith('#/$defs/') || !reference.startsWith('#')) return reference;
    refersToRoot = true;
    return reference.replace('#', '#/$defs/__schema0');
  };
  const { $defs = {}, ...whole } = replaceReferences(schema, rebase);
  if (!refersToRoot) return schema;
  return { $ref: '#/$defs/__schema0', $defs: { ...(isNode($defs) ? $defs : {}), __schema0: whole } };
}

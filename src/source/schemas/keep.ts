import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { translateOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { groupOf, holdingOf, isExtension, keywordsFor, mapSubschemas } from '../../jsonschema/walk-keywords.js';
import { type Expression, list, type Member, method, object, valueOf, zod } from '../syntax.js';
import type { Printing, SchemaExpression } from './printing.js';

const identity = keywordsFor('identity');
const silent = keywordsFor('identity', 'words', 'mark', 'direction', 'hint');

/** The kinds of values that Zod's metadata has; others would not compile, and mean nothing. */
const expected: Readonly<Record<string, string>> = { title: 'string', description: 'string', deprecated: 'boolean' };

/**
 * A schema with keywords in its metadata, where documents show them; the keywords are given with their values. A reference to a schema with a
 * constant has the constant beside its address: `{ $ref: "#/components/schemas/Book", shape: (): z.core.SomeType => Book }`.
 */
export function keep(schema: SchemaExpression, kept: JsonObject, printing: Printing): SchemaExpression {
  const members: readonly Member[] = Object.entries(kept).flatMap(([key, value]) => {
    if (value === undefined || key === 'id' || identity.has(key)) return [];
    if (Object.hasOwn(expected, key) && typeof value !== expected[key]) return [];
    if (!isSilent(key) && key !== 'type') printing.noteKept(key);
    return [{ key, value: keptValue(key, value, printing) }];
  });
  if (members.length === 0) return schema;
  const said = metadataOf(schema);
  if (keysClash(schema, said, members)) return method(schema, 'and', method(zod('unknown'), 'meta', object(members)));
  return withMetadata(schema, [...said.filter(({ key }) => !members.some((one) => one.key === key)), ...members]);
}

/** What the metadata of a schema says, where that is its last step. */
export function metadataOf(schema: SchemaExpression): readonly Member[] {
  const last = schema.kind === 'chain' ? schema.steps.at(-1) : undefined;
  const [said] = last?.member === 'meta' ? (last.call ?? []) : [];
  return said?.kind === 'object' ? said.members : [];
}

/** A schema with other metadata than its last step gives it. */
export function withMetadata(schema: SchemaExpression, members: readonly Member[]): SchemaExpression {
  const bare = schema.kind === 'chain' && metadataOf(schema).length > 0;
  return method(bare ? { ...schema, steps: schema.steps.slice(0, -1) } : schema, 'meta', object(members));
}

/** What Zod writes for a schema, and a keyword of the same name would take the place of. */
const written: Readonly<Record<string, readonly string[]>> = {
  union: ['anyOf'],
  nullable: ['anyOf'],
  xor: ['oneOf'],
  discriminatedUnion: ['oneOf'],
  never: ['not'],
  and: ['allOf'],
  regex: ['allOf'],
};

/** Whether a keyword would take the place of another that says something about values. */
function keysClash(schema: SchemaExpression, said: readonly Member[], members: readonly Member[]): boolean {
  const steps = schema.kind === 'chain' ? schema.steps : [];
  const taken = steps.flatMap(({ member = '' }) => (Object.hasOwn(written, member) ? written[member]! : []));
  const groups = new Set([...taken, ...said.map(({ key }) => key)].filter((key) => !isSilent(key)).map(groupOf));
  return members.some(({ key }) => groups.has(groupOf(key)));
}

const isSilent = (keyword: string) => silent.has(keyword) || isExtension(keyword);

function keptValue(keyword: string, value: Json, printing: Printing): Expression {
  if (holdingOf(keyword) === 'nothing' || holdingOf(keyword) === 'data') return valueOf(value);
  const constants = new Map<Json, string>();
  const standing = mapSubschemas({ [keyword]: value }, (inner) => standAlone(inner as Json, printing, constants, []));
  return expressionOf(standing[keyword] as Json, constants);
}

/** A schema whose references lead to schemas with constants, or back to where they stand. */
function standAlone(node: Json, printing: Printing, constants: Map<Json, string>, inside: readonly Json[]): Json {
  if (!isObject(node)) return node;
  const translated = translateOpenApi30(node);
  const { $ref, ...beside } = translated;
  const inner = (one: JsonObject) =>
    mapSubschemas(one, (schema) => standAlone(schema as Json, printing, constants, [...inside, node])) as JsonObject;
  if (typeof $ref !== 'string') return inner(translated);
  const followed = followedFrom(node, $ref, printing, constants, inside);
  if (printing.ignoresSiblings || Object.keys(beside).length === 0) return followed;
  return { allOf: [followed, inner(beside)] };
}

/** What stands for a reference: the address of a schema with a constant, else the schema itself. */
function followedFrom(
  node: JsonObject,
  $ref: string,
  printing: Printing,
  constants: Map<Json, string>,
  inside: readonly Json[],
): Json {
  const constant = printing.constantOf(node);
  if (constant !== null && printing.hasAddress?.(constant) !== false) {
    const reference = { $ref: printing.addressOf(constant) };
    constants.set(reference, constant);
    return reference;
  }
  const target = printing.target(node);
  if (target === undefined) return {};
  if (inside.includes(target) || inside.includes(node))
    return { $ref: constant === null ? $ref : printing.addressOf(constant) };
  return standAlone(target, printing, constants, [...inside, node]);
}

/** A value of JSON as an expression, in which references have their constants. */
function expressionOf(value: Json, constants: ReadonlyMap<Json, string>): Expression {
  if (Array.isArray(value)) return list(value.map((item: Json) => expressionOf(item, constants)));
  if (!isObject(value)) return valueOf(value);
  const constant = constants.get(value);
  return object([
    ...Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [{ key, value: expressionOf(inner, constants) }],
    ),
    ...(constant === undefined ? [] : [{ key: 'shape', value: { kind: 'later', name: constant } as const }]),
  ]);
}

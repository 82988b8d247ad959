import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { translateOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { groupOf, holdingOf, isExtension, keywordsFor, mapSubschemas } from '../../jsonschema/walk-keywords.js';
import { type Member, method, object, valueOf, zod } from '../syntax.js';
import type { Printing, SchemaExpression } from './printing.js';

const identity = keywordsFor('identity');
const silent = keywordsFor('identity', 'words', 'mark', 'direction', 'hint');

/** The kinds of values that Zod's metadata has; others would not compile, and mean nothing. */
const expected: Readonly<Record<string, string>> = { title: 'string', description: 'string', deprecated: 'boolean' };

/**
 * A schema with keywords in its metadata, where documents show them; the keywords are given with their values. A program that reads a schema that
 * `names` the constants of its references finds these too, so the metadata may refer to them.
 */
export function keep(
  schema: SchemaExpression,
  kept: JsonObject,
  printing: Printing,
  names: 'names' | null = null,
): SchemaExpression {
  const members: readonly Member[] = Object.entries(kept).flatMap(([key, value]) => {
    if (value === undefined || key === 'id' || identity.has(key)) return [];
    if (Object.hasOwn(expected, key) && typeof value !== expected[key]) return [];
    if (!isSilent(key) && key !== 'type') printing.noteKept();
    return [{ key, value: valueOf(keptValue(key, value, printing, names === null ? mostExpanded : 0)) }];
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

/** How many schemas are written out within a keyword before those with a constant are referred to, which another document may lack. */
const mostExpanded = 200;

function keptValue(keyword: string, value: Json, printing: Printing, room: number): Json {
  if (holdingOf(keyword) === 'nothing' || holdingOf(keyword) === 'data') return value;
  const left = { room };
  return mapSubschemas({ [keyword]: value }, (inner) => standAlone(inner as Json, printing, left, []))[keyword] as Json;
}

/** A schema without references, but for those to a schema that contains itself, and for those that there is no room for. */
function standAlone(node: Json, printing: Printing, left: { room: number }, inside: readonly Json[]): Json {
  if (!isObject(node)) return node;
  const translated = translateOpenApi30(node);
  const { $ref, ...beside } = translated;
  const inner = (one: JsonObject) =>
    mapSubschemas(one, (schema) => standAlone(schema as Json, printing, left, [...inside, node])) as JsonObject;
  left.room -= 1;
  if (typeof $ref !== 'string') return inner(translated);
  const target = printing.target(node);
  const constant = printing.constantOf(node);
  const isRecursive = inside.includes(target!) || inside.includes(node);
  const followed: Json =
    target === undefined
      ? {}
      : isRecursive || (constant !== null && left.room < 0)
        ? { $ref: constant === null ? $ref : printing.addressOf(constant) }
        : standAlone(target, printing, left, [...inside, node]);
  if (printing.ignoresSiblings || Object.keys(beside).length === 0) return followed;
  return { allOf: [followed, inner(beside)] };
}

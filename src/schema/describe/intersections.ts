import type { $ZodType } from 'zod/v4/core';
import { childrenOf, definitionOf } from '../zod-tree.js';
import type { JsonSchema } from './json-schema.js';
import { isNode, mapSchema } from './walk-schema.js';

/** Holds the sides of an intersection while the converter runs, which would merge them as if each refused by itself. */
export const sidesMark = 'x-sides';

type Resolve = (reference: string) => JsonSchema | undefined;

/** Whether a side of an intersection refuses members by their names, which Zod does only where every side does. */
export function refusesNames(schema: $ZodType, open = new Set<$ZodType>()): boolean {
  if (open.has(schema)) return false;
  open.add(schema);
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return def.catchall !== undefined && definitionOf(def.catchall).type === 'never';
    case 'record':
      return def.mode !== 'loose' && !isAnyText(def.keyType);
    case 'array':
    case 'tuple':
    case 'map':
    case 'set':
      return false;
    default:
      return childrenOf(schema).some((child) => refusesNames(child, open));
  }
}

const isAnyText = (key: $ZodType) =>
  definitionOf(key).type === 'string' && !('format' in definitionOf(key)) && !definitionOf(key).checks?.length;

/** A schema whose marked intersections describe what Zod takes. `definitions` may have marks. */
export function describeIntersections(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const known = Object.fromEntries(Object.entries(definitions).map(([key, one]) => [key, unmarked(one)]));
  const resolve: Resolve = (reference) => known[reference.replace('#/$defs/', '')];
  return mapSchema(unmarked(schema), ({ [isIntersection]: found, ...node }) =>
    found === true ? { ...node, ...joinSides(node.allOf as readonly JsonSchema[], resolve) } : node,
  );
}

const isIntersection = 'x-intersection';

/** With the sides under `allOf`, where schemas are. */
function unmarked(value: JsonSchema): JsonSchema {
  const visit = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(visit);
    if (!isNode(one)) return one;
    const { [sidesMark]: sides, ...rest } = one;
    const copy = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, visit(inner)]));
    return sides === undefined ? copy : { ...copy, allOf: visit(sides), [isIntersection]: true };
  };
  return visit(value) as JsonSchema;
}

function joinSides(sides: readonly JsonSchema[], resolve: Resolve): JsonSchema {
  const closed = sides.map((side) => isClosed(side, resolve));
  const allOf = sides.map((side, index) => {
    const others = sides.filter((_, place) => place !== index);
    return closed[index] ? opened(side, requiredIn(others, resolve), resolve) : side;
  });
  return { allOf, ...(closed.every(Boolean) && { unevaluatedProperties: false }) };
}

/** A reference is what it refers to; one that leads back to itself is any value. */
function resolved(schema: JsonSchema, resolve: Resolve, depth = 0): JsonSchema {
  if (typeof schema.$ref !== 'string' || depth > 20) return schema;
  const { $ref: reference, ...beside } = schema;
  const { id: _, ...target } = resolve(reference) ?? {};
  return resolved({ ...target, ...beside }, resolve, depth + 1);
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly JsonSchema[]) : null);
const optionsOf = ({ anyOf, oneOf }: JsonSchema) => listOf(anyOf) ?? listOf(oneOf);

function isClosed(side: JsonSchema, resolve: Resolve, depth = 0): boolean {
  if (depth > 20) return false;
  const own = resolved(side, resolve);
  const inside = (one: JsonSchema) => isClosed(one, resolve, depth + 1);
  if (own.additionalProperties === false || own.unevaluatedProperties === false || namesOf(own) !== null) return true;
  return optionsOf(own)?.some(inside) ?? listOf(own.allOf)?.every(inside) ?? false;
}

/** What the names of an object have to be; null where any will do. */
function namesOf({ propertyNames }: JsonSchema): JsonSchema | null {
  if (!isNode(propertyNames)) return null;
  return Object.keys(propertyNames).some((keyword) => keyword !== 'type') ? propertyNames : null;
}

/** A side that takes any other members; `required` are those that the other sides need. */
function opened(side: JsonSchema, required: ReadonlySet<string>, resolve: Resolve): JsonSchema {
  const own = resolved(side, resolve);
  const options = optionsOf(own);
  if (options) return openedUnion(own, options, required, resolve);
  const { additionalProperties, unevaluatedProperties: _, propertyNames, ...rest } = own;
  const sides = listOf(own.allOf);
  if (sides)
    return { ...rest, allOf: sides.map((one) => (isClosed(one, resolve) ? opened(one, required, resolve) : one)) };
  const names = namesOf(own);
  const value = isNode(additionalProperties) ? additionalProperties : {};
  if (names === null)
    return additionalProperties === false
      ? rest
      : { ...rest, ...(additionalProperties !== undefined && { additionalProperties }) };
  const listed = listOf(names.enum) ?? ('const' in names ? [names.const] : null);
  if (listed) return { ...rest, properties: Object.fromEntries(listed.map((name) => [String(name), value])) };
  if (typeof names.pattern === 'string') return { ...rest, patternProperties: { [names.pattern]: value } };
  return {
    ...rest,
    ...(propertyNames !== undefined && { propertyNames }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

/** Zod takes the only option that fits but for other members, or the first that fits as it is. */
function openedUnion(
  own: JsonSchema,
  options: readonly JsonSchema[],
  required: ReadonlySet<string>,
  resolve: Resolve,
): JsonSchema {
  const { anyOf, oneOf: _, ...rest } = own;
  const open = options.map((one) => (isClosed(one, resolve) ? opened(one, required, resolve) : one));
  if (!anyOf) return { ...rest, oneOf: open };
  const whole = options.filter(
    (one) => !isClosed(one, resolve) || [...required].every((name) => declares(one, name, resolve)),
  );
  return { ...rest, ...(whole.length === 0 ? { oneOf: open } : { anyOf: [...whole, { oneOf: open }] }) };
}

function declares(side: JsonSchema, name: string, resolve: Resolve): boolean {
  const { properties, propertyNames, allOf } = resolved(side, resolve);
  if (propertyNames !== undefined) return true;
  return (
    (isNode(properties) && name in properties) || (listOf(allOf)?.some((one) => declares(one, name, resolve)) ?? false)
  );
}

function requiredIn(sides: readonly JsonSchema[], resolve: Resolve): ReadonlySet<string> {
  return new Set(
    sides.flatMap((side) => {
      const { required, allOf } = resolved(side, resolve);
      return [...((required ?? []) as readonly string[]), ...requiredIn(listOf(allOf) ?? [], resolve)];
    }),
  );
}

import { isObject, listAt, objectAt, type Json } from '../../json/json.js';
import { translateOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { isAnnotation, keywordsFor } from '../../jsonschema/walk-keywords.js';
import type { Printing, TypeName } from './printing.js';

const deepest = 20;

/** One type, or one and null behind it; null for others. */
export function singleType(types: readonly TypeName[]): readonly TypeName[] | null {
  const [only, ...more] = types.filter((type) => type !== 'null');
  if (types.length === 1) return types;
  return only === undefined || more.length > 0 ? null : [only, 'null'];
}

/** The types that every value of a schema has one of; none where it does not say. */
export function typesOf(node: Json | undefined, printing: Pick<Printing, 'target'>, depth = 0): readonly TypeName[] {
  if (!isObject(node) || depth > deepest) return [];
  const { type } = translateOpenApi30(node);
  if (type !== undefined) return [type].flat() as readonly TypeName[];
  if (typeof node['$ref'] === 'string') {
    const types = typesOf(printing.target(node), printing, depth + 1);
    if (types.length > 0) return types;
  }
  for (const member of listAt(node['allOf'])) {
    const types = typesOf(member, printing, depth + 1);
    if (types.length > 0) return types;
  }
  return [];
}

const plain = new Set([
  ...keywordsFor('words', 'mark', 'identity'),
  'type',
  'properties',
  'required',
  'additionalProperties',
]);
const composed = ['allOf', 'anyOf', 'oneOf'];

/** Whether a schema, and those that it is composed of, are objects that name all their members, or say what the others are. */
export function namesItsMembers(node: Json | undefined, printing: Pick<Printing, 'target'>, depth = 0): boolean {
  if (!isObject(node) || depth > deepest) return false;
  const { $ref, unevaluatedProperties: _, ...own } = node;
  if (typeof $ref === 'string' && !namesItsMembers(printing.target(node), printing, depth + 1)) return false;
  if (!composed.every((keyword) => listAt(node[keyword]).every((one) => namesItsMembers(one, printing, depth + 1))))
    return false;
  const keywords = Object.keys(own).filter((keyword) => !composed.includes(keyword));
  const isComposed = typeof $ref === 'string' || composed.some((keyword) => node[keyword] !== undefined);
  if (isComposed && !keywords.includes('properties'))
    return keywords.every((keyword) => keyword === 'type' || isAnnotation(keyword));
  if (node['type'] !== 'object' && !(isComposed && node['type'] === undefined)) return false;
  const { required, properties, additionalProperties: others } = node;
  const isNamed =
    properties !== undefined && listAt(required).every((name) => Object.hasOwn(objectAt(properties), String(name)));
  return (
    keywords.every((keyword) => plain.has(keyword) || isAnnotation(keyword)) &&
    (isNamed || (others !== undefined && others !== false))
  );
}

/** Whether a schema leaves members alone that it does not name: an intersection of closed objects means something else in Zod. */
export function isOpen(node: Json | undefined, printing: Pick<Printing, 'target'>, depth = 0): boolean {
  if (!isObject(node)) return true;
  if (depth > deepest) return false;
  if (typeof node['$ref'] === 'string' && !isOpen(printing.target(node), printing, depth + 1)) return false;
  const { additionalProperties: others = true } = node;
  if (others !== true && !(isObject(others) && Object.keys(others).length === 0)) return false;
  return composed.every((keyword) => listAt(node[keyword]).every((member) => isOpen(member, printing, depth + 1)));
}

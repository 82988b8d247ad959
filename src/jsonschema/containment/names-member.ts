import { isObject, listAt, objectAt, type Json } from '../../json/json.js';
import { joinedBy } from './read-formula.js';
import type { SchemaSource } from './schema-source.js';

/** Whether a schema names a member, itself or in a schema that applies to the same value; one that allows no object names none. */
export function namesMember(source: SchemaSource, schema: Json | undefined, name: string): boolean {
  const seen = new Set<Json>();
  const names = (node: Json | undefined): boolean => {
    if (!isObject(node) || seen.has(node)) return false;
    seen.add(node);
    if (node['type'] !== undefined && ![node['type']].flat().includes('object')) return false;
    if (objectAt(node['properties'])[name] !== undefined) return true;
    const inside = [
      ...joinedBy(source, node),
      ...choices.flatMap((keyword) => listAt(node[keyword])),
      ...conditions.map((keyword) => node[keyword]),
      ...Object.values(objectAt(node['dependentSchemas'])),
    ];
    return inside.some(names);
  };
  return names(schema);
}

const choices = ['anyOf', 'oneOf'];
const conditions = ['not', 'if', 'then', 'else'];

import { isObject, objectAt, type Json } from '../../json/json.js';
import { subschemasOn } from '../walk-keywords.js';
import { joinedBy, type SchemaSource } from './schema-source.js';

/** Whether a schema names a member, itself or in a schema that applies to the same value; one that allows no object names none. */
export function namesMember(source: SchemaSource, schema: Json | undefined, name: string): boolean {
  const seen = new Set<Json>();
  const names = (node: Json | undefined): boolean => {
    if (!isObject(node) || seen.has(node)) return false;
    seen.add(node);
    if (node['type'] !== undefined && ![node['type']].flat().includes('object')) return false;
    if (objectAt(node['properties'])[name] !== undefined) return true;
    const inside = [...joinedBy(source, node), ...subschemasOn('value', node)];
    return inside.some(names);
  };
  return names(schema);
}

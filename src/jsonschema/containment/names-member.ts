import { objectAt, type Json, type JsonObject } from '../../json/json.js';
import { subschemasOn } from '../walk-keywords.js';
import { joinedBy, someSchema, type SchemaSource } from './schema-source.js';

/** Whether a schema names a member, itself or in a schema that applies to the same value; one that allows no object names none. */
export function namesMember(source: SchemaSource, schema: Json | undefined, name: string): boolean {
  return someSchema(
    schema,
    (node) => mayBeObject(node) && objectAt(node['properties'])[name] !== undefined,
    (node) => (mayBeObject(node) ? [...joinedBy(source, node), ...subschemasOn('value', node)] : []),
  );
}

const mayBeObject = ({ type }: JsonObject) => type === undefined || [type].flat().includes('object');

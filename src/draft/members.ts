import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from '../json/json.js';
import { isAnnotation, mapSubschemas } from '../jsonschema/walk-keywords.js';
import type { Member } from './step.js';

export type { Member } from './step.js';

/** The members of an object by name. */
export type Members = ReadonlyMap<string, Member>;

export function membersOf(schema: JsonObject): Members {
  const required = listAt(schema['required']);
  return new Map(
    Object.entries(objectAt(schema['properties'])).map(([name, member]) => [
      name,
      { schema: member as Json, isRequired: required.includes(name) },
    ]),
  );
}

/** Whether two members take and give the same values. */
export const sameMember = (one: Member, other: Member): boolean =>
  one.isRequired === other.isRequired && sameSchema(one.schema, other.schema);

/** Whether two schemas take and give the same values. */
export const sameSchema = (one: Json, other: Json) => sameJson(bare(one) as Json, bare(other) as Json);

/** A schema without its words. */
export function bare(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const said = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
  return mapSubschemas(said, bare);
}

/** What a schema says, where a reference leads in the newer document and in the older one. */
export interface Look {
  readonly newer: (schema: Json) => Json;
  readonly older: (schema: Json) => Json;
}

/** For schemas without references. */
export const lookAtNothing: Look = { newer: (schema) => schema, older: (schema) => schema };

import { type Json, type JsonObject, objectAt } from '../json/json.js';
import type { PromisedVersion } from './promised-api.js';
import { applied, itemSchemas, memberSchemas } from './schema-nodes.js';

const most = 20;

/** The places of members that a schema does not declare, as JSON pointers. A schema that declares no member at all, or `additionalProperties`, leaves them free. */
export function undeclaredMembers(of: PromisedVersion, schema: Json | undefined, value: Json): readonly string[] {
  const found: string[] = [];
  visit(of, schema === undefined ? [] : [schema], value, '', found);
  return found;
}

function visit(of: PromisedVersion, schemas: readonly Json[], value: Json, place: string, found: string[]): void {
  if (found.length >= most || typeof value !== 'object' || value === null) return;
  const nodes = schemas.flatMap((schema) => applied(of, schema, value, new Set()));
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      visit(
        of,
        nodes.flatMap((node) => itemSchemas(node, index)),
        item,
        `${place}/${index}`,
        found,
      );
    return;
  }
  const object = value as JsonObject;
  const closes = nodes.some((node) => Object.keys(objectAt(node['properties'])).length > 0 || isClosed(node));
  for (const [name, member] of Object.entries(object)) {
    const declared = nodes.flatMap((node) => memberSchemas(node, name));
    const at = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (declared.length > 0) visit(of, declared, member ?? null, at, found);
    else if (closes && found.length < most) found.push(at);
  }
}

const isClosed = (node: JsonObject) =>
  node['additionalProperties'] === false || node['unevaluatedProperties'] === false;

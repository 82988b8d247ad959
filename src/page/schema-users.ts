import { type Json, isObject } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import type { PageDocument, ReadOperation } from './read-document.js';

const known = new WeakMap<PageDocument, ReadonlyMap<string, readonly ReadOperation[]>>();

/** The operations that name each component schema, themselves or in a part that they refer to; once per document. */
export function schemaUsers(reading: PageDocument): ReadonlyMap<string, readonly ReadOperation[]> {
  const found = known.get(reading);
  if (found) return found;
  const users = new Map<string, ReadOperation[]>();
  for (const operation of reading.operations.values())
    for (const name of namedIn(operation)) {
      const own = users.get(name);
      if (own) own.push(operation);
      else users.set(name, [operation]);
    }
  known.set(reading, users);
  return users;
}

/** A schema that more operations use is shared. */
const mostUsers = 3;

/** Whether so many operations use a schema that it is written out on its own page only. */
export const isShared = (name: string, reading: PageDocument): boolean =>
  (schemaUsers(reading).get(name)?.length ?? 0) > mostUsers;

const schemas = '#/components/schemas/';

function namedIn({ node, document }: ReadOperation): ReadonlySet<string> {
  const names = new Set<string>();
  const passed = new Set<Json>();
  const look = (value: Json | undefined): void => {
    if ((!isObject(value) && !Array.isArray(value)) || passed.has(value as Json)) return;
    passed.add(value as Json);
    if (Array.isArray(value)) return (value as readonly Json[]).forEach(look);
    const { $ref } = value as { $ref?: Json };
    if (typeof $ref === 'string' && $ref.startsWith(schemas)) {
      const [, , name, ...deeper] = tokensOf($ref.slice(1));
      if (deeper.length === 0) names.add(name!);
    } else if (typeof $ref === 'string') look(document.target({ $ref }));
    Object.values(value as object).forEach(look);
  };
  look(node);
  return names;
}

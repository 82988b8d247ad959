import { pruneDocument } from '../../contract/lock/prune-document.js';
import { isObject, type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';

/**
 * Two documents without the path items that are the same in both, down to the components that they refer to, and what only these use; whole where what holds for every
 * path differs, such as the security of the API.
 */
export function differingPaths(one: JsonObject, other: JsonObject): readonly [JsonObject, JsonObject] {
  const everywhere = ({ paths: _, components: __, ...rest }: JsonObject) => rest;
  if (!sameJson(everywhere(one), everywhere(other))) return [one, other];
  const [own, its] = [objectAt(one['paths']), objectAt(other['paths'])];
  const differing = differingComponents(one, other);
  const isSame = (path: string) =>
    its[path] !== undefined &&
    sameJson(own[path], its[path]) &&
    [...referencesIn(own[path])].every((reference) => !differing.has(reference));
  const same = new Set(Object.keys(own).filter(isSame));
  const without = (paths: JsonObject) => Object.fromEntries(Object.entries(paths).filter(([path]) => !same.has(path)));
  return [pruneDocument({ ...one, paths: without(own) }), pruneDocument({ ...other, paths: without(its) })];
}

/** The references to components that differ, or that refer to one that does. */
function differingComponents(one: JsonObject, other: JsonObject): ReadonlySet<string> {
  const [own, its] = [componentsOf(one), componentsOf(other)];
  const names = [...new Set([...own.keys(), ...its.keys()])];
  const differing = new Set(names.filter((name) => !sameJson(own.get(name), its.get(name))));
  const users = new Map<string, string[]>();
  for (const [name, component] of own)
    for (const used of referencesIn(component)) users.set(used, [...(users.get(used) ?? []), name]);
  // A set goes on with what is added to it.
  for (const name of differing) for (const user of users.get(name) ?? []) differing.add(user);
  return differing;
}

const referenceTo = (kind: string, name: string) =>
  `#/components/${kind}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const componentsOf = ({ components }: JsonObject): ReadonlyMap<string, Json | undefined> =>
  new Map(
    Object.entries(objectAt(components)).flatMap(([kind, some]) =>
      Object.entries(objectAt(some)).map(([name, component]) => [referenceTo(kind, name), component]),
    ),
  );

function referencesIn(node: Json | undefined, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const item of node as readonly Json[]) referencesIn(item, found);
  else if (isObject(node))
    for (const [key, value] of Object.entries(node))
      if (key === '$ref' && typeof value === 'string') found.add(value);
      else referencesIn(value, found);
  return found;
}

import { isObject, listAt, type Json, type JsonObject } from '../json/json.js';

/** Builds the schema that allows what all of some schemas allow. */
export type Intersect = (schemas: readonly Json[]) => Json;

/** Where joined schemas keep their members, apart from an allOf in the document; no OpenAPI keyword contains a space. */
export const joinedMembers = 'joined members';

/** Marks joined schemas whose keywords are not merged. */
export const unmerged = 'unmerged';

/** The schemas that a value has to pass beside a schema itself. */
export function allOfMembers(node: JsonObject): readonly Json[] {
  return [...listAt(node['allOf']), ...listAt(node[joinedMembers])];
}

/** The most members of all joined schemas of a document; the ways to join components that contain each other are countless. */
const mostMembers = 2_000;

/** Joins schemas; equal inputs return the same node, so that circles of joined components close. Too many are joined without being merged. */
export function intersectSchemas(identity: (node: Json) => JsonObject): Intersect {
  const membersOf = new WeakMap<JsonObject, readonly JsonObject[]>();
  const numbers = new Map<JsonObject, number>();
  const joined = new Map<string, Json>();
  let membersLeft = mostMembers;
  const numberOf = (node: JsonObject): number => {
    if (!numbers.has(node)) numbers.set(node, numbers.size);
    return numbers.get(node)!;
  };
  const listMembers = (node: Json): readonly JsonObject[] =>
    (isObject(node) ? membersOf.get(node) : undefined) ?? (node === true ? [] : [identity(node)]);
  return (schemas) => {
    const members = [...new Set(schemas.flatMap(listMembers))];
    if (members.length === 0) return true;
    if (members.length === 1) return members[0]!;
    if (members.length > membersLeft) return { [joinedMembers]: members, [unmerged]: true };
    const key = members
      .map(numberOf)
      .sort((one, other) => one - other)
      .join();
    const known = joined.get(key);
    if (known !== undefined) return known;
    membersLeft -= members.length;
    const node: JsonObject = { [joinedMembers]: members };
    joined.set(key, node);
    membersOf.set(node, members);
    return node;
  };
}

import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Intersect } from './merge-keywords.js';

/** Where joined schemas keep their members, apart from the allOf that somebody wrote; no OpenAPI keyword holds a space. */
export const joinedMembers = 'joined members';

/** So many schemas are joined; recursive components that are joined with each other would never end. */
const maximumMembers = 12;

/** Joins schemas; the same schemas give the same node, so that circles of joined components close. */
export function intersectSchemas(identity: (node: Json) => JsonObject): Intersect {
  const membersOf = new Map<Json, readonly JsonObject[]>();
  const numbers = new Map<JsonObject, number>();
  const joined = new Map<string, Json>();
  const numberOf = (node: JsonObject): number => {
    if (!numbers.has(node)) numbers.set(node, numbers.size);
    return numbers.get(node)!;
  };
  return (left, right) => {
    const members = [
      ...new Set([left, right].flatMap((node) => membersOf.get(node) ?? (node === true ? [] : [identity(node)]))),
    ];
    if (members.length === 0) return true;
    if (members.length === 1) return members[0]!;
    if (members.length > maximumMembers) return isObject(left) ? left : right;
    const key = members
      .map(numberOf)
      .sort((one, other) => one - other)
      .join();
    const known = joined.get(key);
    if (known !== undefined) return known;
    const node: JsonObject = { [joinedMembers]: members };
    joined.set(key, node);
    membersOf.set(node, members);
    return node;
  };
}

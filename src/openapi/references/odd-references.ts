import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { isReferable, memberPlace, type Place } from '../object-model.js';
import type { Target } from './resource-index.js';

/**
 * The reference objects that stand where the specification has none: for an operation, a record, a list or a text. Readers follow those that it
 * has, so these are written out. `follows` says which of those that it has they follow.
 */
export function listOddReferences(
  root: Json,
  targets: ReadonlyMap<JsonObject, Target>,
  follows: (place: Place, target: Target) => boolean = isReferable,
): ReadonlySet<JsonObject> {
  const odd = new Set<JsonObject>();
  const seen = new Map<Json, Set<Place>>();
  const open: { readonly node: Json; readonly place: Place }[] = [{ node: root, place: 'document' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, place } = next;
    if (typeof node !== 'object' || node === null) continue;
    const places = seen.get(node) ?? new Set<Place>();
    if (places.has(place)) continue;
    seen.set(node, places.add(place));
    const target = isObject(node) ? targets.get(node) : undefined;
    if (target) {
      if (!follows(place, target) || Array.isArray(target.node)) odd.add(node as JsonObject);
      open.push({
        node: target.node,
        place: Array.isArray(target.node) && isReferable(place) ? (`${place}[]` as Place) : place,
      });
    }
    for (const key in node) {
      const inner = memberPlace(place, key);
      const child = (node as JsonObject)[key];
      if (inner !== undefined && child !== undefined && child !== target?.node)
        open.push({ node: child, place: inner });
    }
  }
  return odd;
}

import { isObject, type Json, type JsonObject } from '../../json/json.js';

/** Where a document writes each of its objects; components come first, so that what is written once has their names. */
export function locateObjects(root: JsonObject): ReadonlyMap<JsonObject, readonly string[]> {
  const found = new Map<JsonObject, readonly string[]>();
  const waiting: (readonly [Json | undefined, readonly string[]])[] = [[root, []]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, tokens] = next;
    if (Array.isArray(value)) {
      value.forEach((item: Json, index) => waiting.push([item, [...tokens, String(index)]]));
      continue;
    }
    if (!isObject(value) || found.has(value)) continue;
    found.set(value, tokens);
    for (const key of Object.keys(value)) if (key !== 'components') waiting.push([value[key], [...tokens, key]]);
    if (value['components'] !== undefined) waiting.push([value['components'], [...tokens, 'components']]);
  }
  return found;
}

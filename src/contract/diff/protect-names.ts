import { isObject, type Json, type JsonObject } from '../../json/json.js';

/** Hands back documents in which every name can be looked up, also `constructor` and `__proto__`, which plain objects inherit. */
export function protectNames(documents: readonly [JsonObject, JsonObject]): readonly [JsonObject, JsonObject] {
  if (!documents.some(hasInheritedName)) return documents;
  return [withoutPrototypes(documents[0]) as JsonObject, withoutPrototypes(documents[1]) as JsonObject];
}

function hasInheritedName(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasInheritedName);
  if (!isObject(value)) return false;
  for (const key in value) if (key in Object.prototype || hasInheritedName(value[key])) return true;
  return false;
}

function withoutPrototypes(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => withoutPrototypes(item) ?? null);
  if (!isObject(value)) return value;
  const copy = Object.create(null) as Record<string, Json | undefined>;
  for (const key of Object.keys(value)) copy[key] = withoutPrototypes(value[key]);
  return copy;
}

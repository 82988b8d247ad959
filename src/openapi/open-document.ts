import { isObject, type Json, type JsonObject } from '../json/json.js';
import { followReferences, type References } from '../jsonschema/read-schemas.js';
import { isOpenApi30 } from '../jsonschema/translate-openapi-30.js';
import { tokensOf, valueAt } from '../json/pointer.js';

/** A document that can follow its own references. */
export interface OpenDocument extends References {
  readonly root: JsonObject;
}

/** Opens a document; a reference is looked up once, when it is first needed. */
export function openDocument(root: JsonObject): OpenDocument {
  const targets = new Map<string, Json | undefined>();
  const find = (reference: string): Json | undefined => {
    if (!targets.has(reference)) targets.set(reference, follow(root, reference));
    return targets.get(reference);
  };
  const target: OpenDocument['target'] = ({ $ref }) => (typeof $ref === 'string' ? find($ref) : undefined);
  return {
    root,
    target,
    resolve: followReferences(target),
    ignoresSiblings: isOpenApi30(root),
  };
}

function follow(root: JsonObject, reference: string): Json | undefined {
  return reference.startsWith('#') ? valueAt(root, tokensOf(reference)) : undefined;
}

/** Makes every name in two documents safe to look up, `constructor` and `__proto__` included, which plain objects inherit. */
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

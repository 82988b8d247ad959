import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';

/** A document that can follow its own references. */
export interface OpenDocument {
  readonly root: JsonObject;
  /** The object that a chain of `$ref` ends at; an empty object when it leads nowhere, or in a circle. */
  readonly resolve: (node: Json | undefined) => JsonObject;
}

/** Opens a document; references are looked up when asked for and remembered. */
export function openDocument(root: JsonObject): OpenDocument {
  const targets = new Map<string, Json | undefined>();
  const find = (reference: string): Json | undefined => {
    if (!targets.has(reference)) targets.set(reference, follow(root, reference));
    return targets.get(reference);
  };
  return {
    root,
    resolve: (node) => {
      const passed = new Set<Json>();
      let current = node;
      while (isObject(current) && typeof current['$ref'] === 'string') {
        if (passed.has(current)) return {};
        passed.add(current);
        current = find(current['$ref']);
      }
      return isObject(current) ? current : {};
    },
  };
}

function follow(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  let current: Json | undefined = root;
  for (const token of tokensOf(reference)) {
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(token)];
    else if (isObject(current) && Object.hasOwn(current, token)) current = current[token];
    else return undefined;
  }
  return current;
}

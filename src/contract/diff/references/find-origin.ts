import { isObject, listAt, textAt, type Json } from '../../../json/json.js';
import { childOf, tokensOf, valueAt } from '../../../json/pointer.js';

/** Where a document writes the value that a pointer names with its references written out; of a missing one, what is around it. */
export function findOrigin(document: Json, tokens: readonly string[]): readonly string[] {
  let at: Found = { node: document, tokens: [] };
  for (const token of tokens) {
    const next = step(document, at, token, 0);
    if (!next) break;
    at = next;
  }
  return at.tokens;
}

interface Found {
  readonly node: Json;
  readonly tokens: readonly string[];
}

const longestChain = 100;

/** A member, also of what a reference leads to and of what `allOf` brings together. */
function step(document: Json, { node, tokens }: Found, token: string, depth: number): Found | null {
  if (depth > longestChain) return null;
  const own = childOf(node, token);
  if (own !== undefined) return { node: own, tokens: [...tokens, token] };
  if (!isObject(node)) return null;
  const reference = textAt(node['$ref']);
  if (reference?.startsWith('#')) {
    const target = tokensOf(reference);
    const found = step(document, { node: valueAt(document, target) ?? null, tokens: target }, token, depth + 1);
    if (found) return found;
  }
  for (const [index, member] of listAt(node['allOf']).entries()) {
    const found = step(document, { node: member, tokens: [...tokens, 'allOf', String(index)] }, token, depth + 1);
    if (found) return found;
  }
  return null;
}

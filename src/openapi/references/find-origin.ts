import { isObject, listAt, textAt, type Json } from '../../json/json.js';
import { childOf, tokensOf, valueAt } from '../../json/pointer.js';

/** Where a document writes the value that a pointer names with its references written out; of a missing one, what is around it. */
export function findOrigin(document: Json, tokens: readonly string[]): readonly string[] {
  let places: readonly Found[] = [{ node: document, tokens: [] }];
  for (const token of tokens) {
    const next = places.flatMap((place) => stepsOf(document, place, token, new Set())).slice(0, mostPlaces);
    if (next.length === 0) break;
    places = next;
  }
  return places[0]!.tokens;
}

interface Found {
  readonly node: Json;
  readonly tokens: readonly string[];
}

/** Several parts of an `allOf` may have `properties`; which of them has the member shows at the next token. */
const mostPlaces = 50;

/** Everything that a member may be: of the value itself, of what a reference leads to, and of what `allOf` brings together. */
function stepsOf(document: Json, { node, tokens }: Found, token: string, passed: Set<Json>): readonly Found[] {
  if (passed.has(node)) return [];
  passed.add(node);
  const own = childOf(node, token);
  const found: Found[] = own === undefined ? [] : [{ node: own, tokens: [...tokens, token] }];
  if (!isObject(node)) return found;
  const reference = textAt(node['$ref']);
  if (reference?.startsWith('#')) {
    const target = tokensOf(reference);
    found.push(...stepsOf(document, { node: valueAt(document, target) ?? null, tokens: target }, token, passed));
  }
  for (const [index, member] of listAt(node['allOf']).entries())
    found.push(...stepsOf(document, { node: member, tokens: [...tokens, 'allOf', String(index)] }, token, passed));
  return found;
}

import { isObject, listAt, textAt, type Json } from '../../json/json.js';
import { childOf, tokensOf, valueAt } from '../../json/pointer.js';

/** Where a document writes the value that a pointer names with its references written out; of a missing one, what is around it. */
export function findOrigin(document: Json, tokens: readonly string[]): readonly string[] {
  let places: readonly Found[] = [{ node: document, tokens: [] }];
  for (const token of tokens) {
    const next = places.flatMap((place) => stepsOf(document, place, token)).slice(0, mostPlaces);
    if (next.length === 0) break;
    places = next;
  }
  return places[0]!.tokens;
}

/** A value, and where the document writes it. */
interface Found {
  readonly node: Json;
  readonly tokens: readonly string[];
}

/** Several parts of an `allOf` may have `properties`; which of them has the member shows at the next token. */
const mostPlaces = 50;

/** What a value leads to, and the tokens from that value, or from the top of the document where a reference was followed. */
interface Step extends Found {
  readonly isFromTop: boolean;
}

const known = new WeakMap<object, Map<string, readonly Step[]>>();

/** Everything that a member may be; what a value leads to is looked up once. */
function stepsOf(document: Json, { node, tokens }: Found, token: string): readonly Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const steps = known.get(node) ?? new Map<string, readonly Step[]>();
  known.set(node, steps);
  const found = steps.get(token) ?? listSteps(document, node, token);
  steps.set(token, found);
  return found.map((step) => (step.isFromTop ? step : { node: step.node, tokens: [...tokens, ...step.tokens] }));
}

/** The member of the value itself, of what a reference leads to, and of what `allOf` brings together. */
function listSteps(document: Json, start: Json, token: string): readonly Step[] {
  const found: Step[] = [];
  const passed = new Set<Json>();
  const waiting: Step[] = [{ node: start, tokens: [], isFromTop: false }];
  for (let next = waiting.pop(); next && found.length < mostPlaces; next = waiting.pop()) {
    const { node, tokens, isFromTop } = next;
    if (passed.has(node)) continue;
    passed.add(node);
    const own = childOf(node, token);
    if (own !== undefined) found.push({ node: own, tokens: [...tokens, token], isFromTop });
    if (!isObject(node)) continue;
    for (const [index, member] of [...listAt(node['allOf']).entries()].toReversed())
      waiting.push({ node: member, tokens: [...tokens, 'allOf', String(index)], isFromTop });
    const reference = textAt(node['$ref']);
    if (!reference?.startsWith('#')) continue;
    const target = tokensOf(reference);
    waiting.push({ node: valueAt(document, target) ?? null, tokens: target, isFromTop: true });
  }
  return found;
}

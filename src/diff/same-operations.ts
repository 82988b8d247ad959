import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from '../json/json.js';
import { pointerTo, tokensOf, valueAt } from '../json/pointer.js';
import type { Operation, OperationPair } from '../openapi/operations/operation-pair.js';

/** Members of a document that belong to parts of it, or are documentation of the whole. */
const beside = new Set(['info', 'paths', 'webhooks', 'components', 'tags', 'externalDocs']);

/**
 * Tells whether an operation is written alike in two documents, with all that it refers to, so that a comparison would find nothing. What
 * several operations refer to is compared once.
 */
export function openSameOperations(from: JsonObject, to: JsonObject): (pair: OperationPair) => boolean {
  const known = new WeakMap<object, object>();
  const targets = new Map<string, readonly string[] | null>();
  const rest = (root: JsonObject) =>
    Object.fromEntries(Object.entries(root).filter(([name]) => !beside.has(name) && !name.startsWith('x-')));
  const isWhole = sameJson(rest(from), rest(to));

  /** The references inside a target that both documents have alike; null for one that differs. */
  function innerOf(reference: string): readonly string[] | null {
    let inner = targets.get(reference);
    if (inner !== undefined) return inner;
    const [left, right] = reference.startsWith('#')
      ? [from, to].map((root) => valueAt(root, tokensOf(reference)))
      : [undefined, undefined];
    inner = left !== undefined && sameJson(left, right, known) ? referencesIn(left) : null;
    targets.set(reference, inner);
    return inner;
  }

  function areSame(references: readonly string[]): boolean {
    const open = [...references];
    const seen = new Set(open);
    for (const reference of open) {
      const inner = innerOf(reference);
      if (inner === null) return false;
      for (const one of inner) {
        if (!seen.has(one)) open.push(one);
        seen.add(one);
      }
    }
    return true;
  }

  return ({ base, revision }) =>
    isWhole &&
    base.method === revision.method &&
    sameJson(base.node, revision.node, known) &&
    sameJson(itemOf(base), itemOf(revision)) &&
    areSame([...referencesIn(base.node), ...referencesIn(itemOf(base)), ...schemesOf(base)]);
}

const methods = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
  'additionalOperations',
]);

/** What the path of an operation says beside its operations. */
function itemOf({ document, tokens }: Operation): JsonObject {
  const item = objectAt(valueAt(document.root, tokens.slice(0, 2)));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !methods.has(name)));
}

/** References to what an operation requires of its callers. */
function schemesOf({ document: { root }, node }: Operation): readonly string[] {
  const requirements = listAt(node['security'] ?? root['security']);
  const names = requirements.flatMap((one) => Object.keys(objectAt(one)));
  return names.map((name) => `#${pointerTo(['components', 'securitySchemes', name])}`);
}

/** Every reference inside a value, by `$ref` or in the mapping of a discriminator. */
function referencesIn(value: Json): readonly string[] {
  const found = new Set<string>();
  const open: Json[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (Array.isArray(one)) open.push(...(one as Json[]));
    else if (isObject(one)) {
      const { $ref, discriminator } = one;
      if (typeof $ref === 'string') found.add($ref);
      for (const target of Object.values(objectAt(objectAt(discriminator)['mapping'])))
        if (typeof target === 'string' && target.startsWith('#')) found.add(target);
      for (const member of Object.values(one)) if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
  return [...found];
}

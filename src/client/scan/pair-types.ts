import { isObject, type Json } from '../../json/json.js';
import type { ClientVersion } from '../describe-version.js';
import { referencePattern } from '../share-types.js';
import type { MovedOperation } from './list-differences.js';

/** What types of the base are called in the revision, where another name stands at the same place of an operation. */
export function pairTypes(
  operations: Iterable<MovedOperation>,
  base: ClientVersion,
  revision: ClientVersion,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const visit = (from: Json | undefined, to: Json | undefined): void => {
    if (Array.isArray(from) && Array.isArray(to)) from.forEach((item: Json, index) => visit(item, to[index] as Json));
    if (!isObject(from) || !isObject(to)) return;
    const [own, other] = [nameIn(from['$ref']), nameIn(to['$ref'])];
    if (own !== null && other !== null) {
      if (pairs.has(own)) return;
      pairs.set(own, other);
      visit(base.types.get(own)?.json, revision.types.get(other)?.json);
      return;
    }
    for (const key of Object.keys(from)) visit(from[key], to[key]);
  };
  for (const { base: from, revision: to } of operations)
    if (to) visit(base.types.get(from.type)?.json, revision.types.get(to.type)?.json);
  return new Map([...pairs].filter(([from, to]) => from !== to && !revision.types.has(from)));
}

function nameIn(reference: Json | undefined): string | null {
  return typeof reference === 'string' ? (referencePattern.exec(reference)?.[2] ?? null) : null;
}

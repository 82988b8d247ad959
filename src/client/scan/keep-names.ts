import { isObject, type Json } from '../../json/json.js';
import { bringTogether } from '../../report/group-results.js';
import type { ClientVersion } from '../describe-version.js';
import { referencePattern } from '../share-types.js';
import type { MovedOperation } from './list-differences.js';

const gone = '{ parameters: any; requestBody?: any; responses: { 200: { content: { "application/json": any } } } }';

/**
 * Gives the module of the revision the names of the base too: its types, and its operations, of which those that are gone answer anything.
 * The compiler then says what does not fit them, and not what follows from a name that is unknown.
 */
export function keepNames(
  text: string,
  types: ReadonlyMap<string, string>,
  operations: ReadonlyMap<string, MovedOperation>,
): string {
  const old = [...operations.values()].filter(
    ({ base, revision }) => revision?.path !== base.path || revision.method !== base.method,
  );
  const paths = bringTogether(old, ({ base }) => base.path).map((same) => {
    const members = same.map(({ base, revision }) => `${base.method.toLowerCase()}: ${revision?.type ?? gone}`);
    return `${JSON.stringify(same[0].base.path)}: { ${members.join('; ')} }`;
  });
  return [
    text.replace('export interface paths {', 'interface svcPaths {'),
    `export type paths = svcPaths & { ${paths.join('; ')} };`,
    ...[...types].map(([from, to]) => `export type ${from} = ${to};`),
    '',
  ].join('\n');
}

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

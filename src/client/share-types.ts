import { isObject, type Json } from '../json/json.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import type { ClientVersion } from './describe-version.js';
import type { DescribedType } from './describe-types.js';
import { moduleWord } from './module-name.js';

/** A type that is written once for all the versions that describe it alike. */
export interface SharedType extends DescribedType {
  readonly id: string;
  /** Positions of the versions that have it. */
  readonly versions: readonly number[];
  /** The name that it is declared with: its own, with a version where several shared types have that. */
  readonly declared: string;
  /** What its references lead to, by name. */
  readonly references: ReadonlyMap<string, TypeReference>;
  /** Whether something that it leads to, near or far, differs between its versions, so that each version has to say which it means. */
  readonly isGeneric: boolean;
}

/** A name in one of the versions that have a type. */
export interface TypeReference {
  /** Of the type, or of one of them. */
  readonly id: string;
  /** Whether the versions mean different types of that name. */
  readonly varies: boolean;
}

/** Where a reference of a described type leads. */
export const referencePattern = /^#\/components\/(\w+)\/(.+)$/;

/** Finds the types that several versions have in common. */
export function shareTypes(versions: readonly ClientVersion[]): readonly SharedType[] {
  const found = new Map<string, DescribedType & { readonly id: string; readonly versions: number[] }>();
  const ids = new Map<string, string>();
  versions.forEach(({ types }, version) => {
    for (const type of types.values()) {
      const key = JSON.stringify(type);
      const known = found.get(key) ?? { ...type, id: `t${found.size}`, versions: [] };
      found.set(key, known);
      known.versions.push(version);
      ids.set(`${version} ${type.name}`, known.id);
    }
  });
  const types = [...found.values()].map((type) => ({
    ...type,
    references: new Map(
      listReferences(type.json).map((name): readonly [string, TypeReference] => {
        const meant = new Set(type.versions.map((version) => ids.get(`${version} ${name}`)!));
        return [name, { id: [...meant][0]!, varies: meant.size > 1 }];
      }),
    ),
  }));
  const generic = findGeneric(types);
  const declared = declaredNames(types, versions);
  return types
    .map((type) => ({ ...type, isGeneric: generic.has(type.id), declared: declared(type) }))
    .sort((a, b) => codeUnitOrder(a.name, b.name) || a.versions[0]! - b.versions[0]!);
}

/** The types that lead to something that varies. A type of one version never does. */
function findGeneric(types: readonly Pick<SharedType, 'id' | 'references' | 'versions'>[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { id, references, versions } of types)
    for (const { id: target } of versions.length > 1 ? references.values() : [])
      users.set(target, [...(users.get(target) ?? []), id]);
  const isVarying = ({ references }: Pick<SharedType, 'references'>) =>
    [...references.values()].some(({ varies }) => varies);
  const open = types.filter(isVarying).map(({ id }) => id);
  const generic = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const user of users.get(id) ?? []) {
      if (generic.has(user)) continue;
      generic.add(user);
      open.push(user);
    }
  return generic;
}

/** Types of one version stand in a module of their own; the others share one, where `Order` of two sets of versions needs two names. */
function declaredNames(
  types: readonly Pick<SharedType, 'name' | 'versions'>[],
  versions: readonly ClientVersion[],
): (type: Pick<SharedType, 'name' | 'versions'>) => string {
  const counts = new Map<string, number>();
  for (const { name, versions: set } of types) if (set.length > 1) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Set(types.map(({ name }) => name));
  return ({ name, versions: set }) => {
    if (set.length === 1 || counts.get(name) === 1) return name;
    let declared = `${name}_${moduleWord(versions[set[0]!]!)}`;
    while (names.has(declared)) declared += '_';
    return declared;
  };
}

function listReferences(json: Json): readonly string[] {
  const names = new Set<string>();
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const target = typeof value['$ref'] === 'string' ? referencePattern.exec(value['$ref']) : null;
    if (target) names.add(target[2]!);
    Object.values(value).forEach(visit);
  };
  visit(json);
  return [...names];
}

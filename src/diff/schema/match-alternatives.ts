import { isObject, listAt, lookupKey, textAt, type Json } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { sayTheSame, type SchemaReader } from '../../jsonschema/read-schemas.js';

/** A member of `oneOf`, `anyOf` or `allOf` on both sides. */
export interface MatchedMember {
  readonly base: Json;
  readonly revision: Json;
  readonly index: number;
}

/** The matched members of two lists: those on both sides, and those on one side only. */
export interface MatchedAlternatives {
  readonly common: readonly MatchedMember[];
  readonly added: readonly { readonly node: Json; readonly index: number }[];
  readonly removed: readonly { readonly node: Json; readonly index: number }[];
}

/** What members with the same partner share, the surest sign first; null for a member without it. */
const signs: readonly ((member: Json) => Json)[] = [referenceOf, lookupKey, titleOf, constantOf];

/** Matches the members of two lists; a single one left over on each side is the same member, changed. */
export function matchAlternatives(base: readonly Json[], revision: readonly Json[]): MatchedAlternatives {
  if (base.length === 0 && revision.length === 0) return noAlternatives;
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const sign of signs) {
    const free = new Map<Json, number[]>();
    revision.forEach((member, position) => {
      const key = taken.has(position) ? null : sign(member);
      if (key === null) return;
      const alike = free.get(key);
      if (alike) alike.push(position);
      else free.set(key, [position]);
    });
    for (const positions of free.values()) positions.reverse();
    base.forEach((member, index) => {
      const key = partners.has(index) ? null : sign(member);
      const partner = key === null ? undefined : free.get(key)?.pop();
      if (partner === undefined) return;
      partners.set(index, partner);
      taken.add(partner);
    });
  }
  pairLeftovers(base, revision, partners, taken);
  return {
    common: [...partners]
      .map(([index, partner]) => ({ base: base[index]!, revision: revision[partner]!, index: partner }))
      .sort((left, right) => left.index - right.index),
    added: revision.map((node, index) => ({ node, index })).filter(({ index }) => !taken.has(index)),
    removed: base.map((node, index) => ({ node, index })).filter(({ index }) => !partners.has(index)),
  };
}

function pairLeftovers(
  base: readonly Json[],
  revision: readonly Json[],
  partners: Map<number, number>,
  taken: Set<number>,
): void {
  const left = base.map((_, index) => index).filter((index) => !partners.has(index));
  const right = revision.map((_, index) => index).filter((index) => !taken.has(index));
  if (left.length !== 1 || right.length !== 1) return;
  const [from, to] = [base[left[0]!]!, revision[right[0]!]!];
  if (referenceOf(from) !== null || referenceOf(to) !== null || kindOf(from) !== kindOf(to)) return;
  partners.set(left[0]!, right[0]!);
  taken.add(right[0]!);
}

/** A member in words: the name of its component, its title, or its place in the list. */
export function nameMember(node: Json, index: number): string {
  const reference = referenceOf(node);
  return (reference === null ? titleOf(node) : tokensOf(reference).at(-1)) ?? `#${index + 1}`;
}

/** An alternative in words; one without a name is called by its constants, or by a type that no other one has. */
export function nameAlternative(list: readonly Json[], index: number): string {
  const node = list[index]!;
  const name = nameMember(node, index);
  if (name !== `#${index + 1}` || !isObject(node)) return name;
  const constants = constantsOf(node);
  if (constants !== null) return JSON.stringify(Object.fromEntries(constants));
  const type = textAt(node['type']);
  return type !== null && list.every((other) => other === node || kindOf(other) !== kindOf(node)) ? type : name;
}

/** Whether a component says what another member of its list says, so that its name is all that it adds. */
export function repeatsMember(node: Json, others: readonly Json[], schemas: SchemaReader): boolean {
  return referenceOf(node) !== null && others.some((other) => sayTheSame(schemas.view(node), schemas.view(other)));
}

function referenceOf(node: Json): string | null {
  return isObject(node) ? textAt(node['$ref']) : null;
}

function titleOf(node: Json): string | null {
  return isObject(node) ? textAt(node['title']) : null;
}

function kindOf(node: Json): string {
  return isObject(node) ? JSON.stringify(node['type'] ?? null) : 'boolean';
}

/** The constants that identify an alternative, as in a discriminated union. */
function constantsOf(node: Json): readonly (readonly [name: string, value: Json])[] | null {
  if (!isObject(node) || !isObject(node['properties'])) return null;
  const constants = Object.entries(node['properties']).flatMap(([name, property]) => {
    const constant = isObject(property) ? (property['const'] ?? onlyOne(listAt(property['enum']))) : undefined;
    return constant === undefined ? [] : [[name, constant] as const];
  });
  return constants.length === 0 ? null : constants;
}

/** OpenAPI 3.0 writes a constant as an enum of one. */
const onlyOne = (values: readonly Json[]): Json | undefined => (values.length === 1 ? values[0] : undefined);

function constantOf(node: Json): string | null {
  const constants = constantsOf(node);
  return constants && JSON.stringify(constants);
}

const noAlternatives: MatchedAlternatives = Object.freeze({ common: [], added: [], removed: [] });

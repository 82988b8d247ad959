import { isObject, sameJson, textAt, type Json, type JsonObject } from '../../json/json.js';
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

type Pairing = (base: Json, revision: Json) => boolean;

/** How members are matched, the surest sign first. */
const signs: readonly Pairing[] = [
  (base, revision) => referenceOf(base) !== null && referenceOf(base) === referenceOf(revision),
  sameJson,
  (base, revision) => titleOf(base) !== null && titleOf(base) === titleOf(revision),
  (base, revision) => constantOf(base) !== null && constantOf(base) === constantOf(revision),
];

/** Matches the members of two lists; a single one left over on each side is the same member, changed. */
export function matchAlternatives(base: readonly Json[], revision: readonly Json[]): MatchedAlternatives {
  if (base.length === 0 && revision.length === 0) return noAlternatives;
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const sign of signs) {
    base.forEach((member, index) => {
      if (partners.has(index)) return;
      const partner = revision.findIndex((other, position) => !taken.has(position) && sign(member, other));
      if (partner < 0) return;
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
  return referenceOf(node)?.split('/').at(-1) ?? titleOf(node) ?? `#${index + 1}`;
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

/** The constant that identifies an alternative, as in a discriminated union. */
function constantOf(node: Json): string | null {
  if (!isObject(node) || !isObject(node['properties'])) return null;
  const constants = Object.entries(node['properties']).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]) && entry[1]['const'] !== undefined,
  );
  return constants.length === 0 ? null : JSON.stringify(constants.map(([name, property]) => [name, property['const']]));
}

const noAlternatives: MatchedAlternatives = Object.freeze({ common: [], added: [], removed: [] });

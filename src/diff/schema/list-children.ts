import { isObject, listAt, objectAt, type Json } from '../../json/json.js';
import type { SchemaKeyword } from '../../jsonschema/keywords.js';
import type { MatchedAlternatives } from './match-alternatives.js';
import { sharedStep } from './shared-properties.js';
import type { SchemaPair } from './schema-family.js';
import type { SchemaStep } from './schema-place.js';

/** A schema inside a schema, on both sides. */
export interface ChildPair {
  readonly tokens: readonly string[];
  readonly step: SchemaStep;
  readonly base: Json | undefined;
  readonly revision: Json | undefined;
}

type ListKeyword = (pair: SchemaPair) => readonly ChildPair[];

/** Checks compare what these hold, or nothing refers to it. */
const none: ListKeyword = () => [];

/** How the schemas that a keyword holds are found on both sides. */
const listers: Readonly<Record<SchemaKeyword, ListKeyword>> = {
  properties: listProperties,
  prefixItems: listPrefixes,
  items: listItems,
  patternProperties: (pair) => listKeyed(pair, 'patternProperties', (key) => inside(`[${key}]`)),
  dependentSchemas: (pair) => listKeyed(pair, 'dependentSchemas', () => alternative),
  additionalProperties: (pair) => listSingle(pair, 'additionalProperties', inside('[*]')),
  unevaluatedProperties: (pair) => listSingle(pair, 'unevaluatedProperties', inside('[*]')),
  unevaluatedItems: (pair) => listSingle(pair, 'unevaluatedItems', inside('[]')),
  contains: (pair) => listSingle(pair, 'contains', inside('[]')),
  propertyNames: (pair) => listSingle(pair, 'propertyNames', inside('[name]')),
  contentSchema: (pair) => listSingle(pair, 'contentSchema', inside('[content]')),
  then: (pair) => listSingle(pair, 'then', alternative),
  else: (pair) => listSingle(pair, 'else', alternative),
  oneOf: ({ oneOf }) => listMembers('oneOf', oneOf),
  anyOf: ({ anyOf }) => listMembers('anyOf', anyOf),
  allOf: listUnmerged,
  if: none,
  not: none,
  $defs: none,
  definitions: none,
  dependencies: none,
  additionalItems: none,
};

/** Lists the schemas that two schemas hold in the same places. */
export function listChildren(pair: SchemaPair): readonly ChildPair[] {
  return Object.values(listers).flatMap((list) => list(pair));
}

/** The step to an alternative, which is at the place of the schema itself. */
export const alternative: SchemaStep = Object.freeze({ trail: '', inside: false, readOnly: false, writeOnly: false });

function inside(trail: string): SchemaStep {
  return { trail, inside: true, readOnly: false, writeOnly: false };
}

function listProperties(pair: SchemaPair): readonly ChildPair[] {
  return pair.properties.map(({ name, base, revision }) => ({
    tokens: ['properties', name],
    step: sharedStep(name, base, revision),
    base: pair.base.properties[name],
    revision: pair.revision.properties[name],
  }));
}

function listPrefixes({ base, revision }: SchemaPair): readonly ChildPair[] {
  const [from, to] = [listAt(base.keywords['prefixItems']), listAt(revision.keywords['prefixItems'])];
  return from.slice(0, to.length).map((node, index) => ({
    tokens: ['prefixItems', String(index)],
    step: inside(`[${index}]`),
    base: node,
    revision: to[index],
  }));
}

function listItems({ base, revision }: SchemaPair): readonly ChildPair[] {
  const [from, to] = [base.keywords['items'], revision.keywords['items']];
  if (from === undefined && to === undefined) return [];
  if (!holdsItems(base.types) || !holdsItems(revision.types)) return [];
  return [{ tokens: ['items'], step: inside('[]'), base: from ?? true, revision: to ?? true }];
}

function holdsItems(types: readonly string[]): boolean {
  return types.length === 0 || types.includes('array');
}

function listKeyed(
  { base, revision }: SchemaPair,
  keyword: string,
  step: (key: string) => SchemaStep,
): readonly ChildPair[] {
  const [from, to] = [objectAt(base.keywords[keyword]), objectAt(revision.keywords[keyword])];
  return Object.keys(from)
    .filter((key) => to[key] !== undefined)
    .map((key) => ({
      tokens: [keyword, key],
      step: step(key),
      base: from[key],
      revision: to[key],
    }));
}

function listSingle({ base, revision }: SchemaPair, keyword: string, step: SchemaStep): readonly ChildPair[] {
  const [from, to] = [base.keywords[keyword], revision.keywords[keyword]];
  return isObject(from) && isObject(to) ? [{ tokens: [keyword], step, base: from, revision: to }] : [];
}

function listMembers(keyword: 'oneOf' | 'anyOf', { common }: MatchedAlternatives): readonly ChildPair[] {
  return common.map(({ base, revision, index }) => ({
    tokens: [keyword, String(index)],
    step: alternative,
    base,
    revision,
  }));
}

/** Members of allOf whose keywords could not be merged, such as a second oneOf. */
function listUnmerged({ base, revision }: SchemaPair): readonly ChildPair[] {
  const [from, to] = [listAt(base.keywords['allOf']), listAt(revision.keywords['allOf'])];
  return from.slice(0, to.length).map((node, index) => ({
    tokens: ['allOf', String(index)],
    step: alternative,
    base: node,
    revision: to[index],
  }));
}

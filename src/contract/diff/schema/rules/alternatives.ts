import { sameJson, type Json } from '../../../../json/json.js';
import { nameMember, type MatchedAlternatives } from '../match-alternatives.js';
import { nameChange, type SchemaPlace } from '../schema-place.js';
import { change, noChanges, type SchemaChange, type SchemaPair, type SchemaRule } from '../schema-rule.js';
import { constraintsOf, type SchemaView } from '../schema-view.js';

export const alternativesRule: SchemaRule = {
  name: 'alternatives',
  compare: (pair) => [
    ...compareMembers('one-of', 'oneOf', pair.oneOf, !hasAlternatives(pair.base)),
    ...compareMembers('any-of', 'anyOf', pair.anyOf, !hasAlternatives(pair.base)),
  ],
};

/** Where there was no choice before, a choice demands something new of a request. */

function compareMembers(
  name: 'one-of' | 'any-of',
  keyword: string,
  { added, removed }: MatchedAlternatives,
  introduced: boolean,
): readonly SchemaChange[] {
  if (added.length === 0 && removed.length === 0) return noChanges;
  return [
    ...added.map(({ node, index }) => ({
      ...change(`${name}-added`, `may now also be ${nameMember(node, index)} (${keyword})`, keyword, String(index)),
      ids: (place: SchemaPlace) =>
        nameChange(place, introduced && place.direction === 'request' ? `wrapped-in-${name}` : `${name}-added`),
    })),
    ...removed.map(({ node, index }) =>
      change(`${name}-removed`, `may no longer be ${nameMember(node, index)} (${keyword})`, keyword, String(index)),
    ),
  ];
}

/** Runs instead of all other rules where a schema became a choice, because everything in it moved one level down. */
export const wrappingRule: SchemaRule = {
  name: 'wrapping',
  compare: (pair) => {
    const keyword = wrappingOf(pair);
    if (!keyword) return noChanges;
    const name = keyword === 'oneOf' ? 'wrapped-in-one-of' : 'wrapped-in-any-of';
    const kept = pair[keyword].added.some(({ node }) => equals(pair, node));
    const moved = keyword === 'oneOf' && Object.keys(pair.base.properties).length > 0;
    const text = `became a choice between ${pair[keyword].added.map(({ node, index }) => nameMember(node, index)).join(', ')} (${keyword})`;
    const widening = keyword === 'oneOf' ? 'one-of-added' : 'any-of-added';
    return [
      {
        ...change(name, text, keyword),
        ids: (place) => nameChange(place, kept && !(moved && place.name.endsWith('-body')) ? widening : name),
      },
    ];
  },
};

/** The keyword that a schema without alternatives was wrapped in, or null. */
export function wrappingOf({ base, revision, oneOf, anyOf }: SchemaPair): 'oneOf' | 'anyOf' | null {
  if (oneOf.added.length + anyOf.added.length === 0 || revision.types.length > 0 || hasAlternatives(base)) return null;
  if (Object.keys(constraintsOf(revision)).some((keyword) => !choices.has(keyword))) return null;
  return oneOf.added.length > 0 ? 'oneOf' : 'anyOf';
}

const choices = new Set(['oneOf', 'anyOf', 'discriminator', 'default', 'readOnly', 'writeOnly']);

function hasAlternatives({ keywords }: SchemaView): boolean {
  return keywords['oneOf'] !== undefined || keywords['anyOf'] !== undefined;
}

function equals({ base, revisionSchemas }: SchemaPair, node: Json): boolean {
  const member = revisionSchemas.view(node);
  return (
    sameJson([...base.types], [...member.types]) &&
    base.nullable === member.nullable &&
    sameJson(constraintsOf(base), constraintsOf(member))
  );
}

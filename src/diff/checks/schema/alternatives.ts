import { listAt, type Json } from '../../../json/json.js';
import { joinWords } from '../../../text/join-words.js';
import { nameAlternative, repeatsMember } from '../../schema/match-alternatives.js';
import { constraintsOf, sayTheSame, type SchemaView } from '../../../jsonschema/read-schemas.js';
import type { SchemaPlace } from '../../schema/schema-place.js';
import {
  change,
  error,
  idAt,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type PlacedChecks,
  type SchemaChange,
  type SchemaPair,
} from '../../schema/schema-family.js';

const oneOf = {
  added: schemaChecks('structure', 'add', {
    'request-body': info('request-body-one-of-added'),
    'request-property': info('request-property-one-of-added'),
    'request-parameter': info('request-parameter-one-of-added'),
    'request-parameter-property': info('request-parameter-property-one-of-added'),
    'response-body': error('response-body-one-of-added'),
    'response-property': error('response-property-one-of-added'),
    'response-header': error('response-header-one-of-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': error('request-body-one-of-removed'),
    'request-property': error('request-property-one-of-removed'),
    'request-parameter': error('request-parameter-one-of-removed'),
    'request-parameter-property': error('request-parameter-property-one-of-removed'),
    'response-body': info('response-body-one-of-removed'),
    'response-property': info('response-property-one-of-removed'),
    'response-header': info('response-header-one-of-removed'),
  }),
  wrapped: schemaChecks('structure', 'change', {
    'request-body': error('request-body-wrapped-in-one-of'),
    'request-property': error('request-property-wrapped-in-one-of'),
    'request-parameter': error('request-parameter-wrapped-in-one-of'),
    'request-parameter-property': error('request-parameter-property-wrapped-in-one-of'),
    'response-body': error('response-body-wrapped-in-one-of'),
    'response-property': error('response-property-wrapped-in-one-of'),
    'response-header': error('response-header-wrapped-in-one-of'),
  }),
};

const anyOf = {
  added: schemaChecks('structure', 'add', {
    'request-body': info('request-body-any-of-added'),
    'request-property': info('request-property-any-of-added'),
    'request-parameter': info('request-parameter-any-of-added'),
    'request-parameter-property': info('request-parameter-property-any-of-added'),
    'response-body': info('response-body-any-of-added'),
    'response-property': info('response-property-any-of-added'),
    'response-header': info('response-header-any-of-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': error('request-body-any-of-removed'),
    'request-property': error('request-property-any-of-removed'),
    'request-parameter': error('request-parameter-any-of-removed'),
    'request-parameter-property': error('request-parameter-property-any-of-removed'),
    'response-body': info('response-body-any-of-removed'),
    'response-property': info('response-property-any-of-removed'),
    'response-header': info('response-header-any-of-removed'),
  }),
  wrapped: schemaChecks('structure', 'change', {
    'request-body': error('request-body-wrapped-in-any-of'),
    'request-property': error('request-property-wrapped-in-any-of'),
    'request-parameter': error('request-parameter-wrapped-in-any-of'),
    'request-parameter-property': error('request-parameter-property-wrapped-in-any-of'),
    'response-body': error('response-body-wrapped-in-any-of'),
    'response-property': error('response-property-wrapped-in-any-of'),
    'response-header': error('response-header-wrapped-in-any-of'),
  }),
};

export const alternatives = schemaFamily({
  name: 'alternatives',
  effect: 'values',
  checks: [oneOf, anyOf],
  compare: (pair) => {
    const keyword = wrappingOf(pair);
    if (keyword !== null) return [wrap(pair, keyword)];
    const left = findLeftAlternative(pair);
    if (left !== null) return [unwrap(pair, left)];
    return [...compareMembers(pair, 'oneOf', oneOf), ...compareMembers(pair, 'anyOf', anyOf)];
  },
});

type Keyword = 'oneOf' | 'anyOf';

interface AlternativeChecks<Id extends string> {
  readonly added: PlacedChecks<Id>;
  readonly removed: PlacedChecks<Id>;
  readonly wrapped: PlacedChecks<Id>;
}

/** Where a schema had no alternatives before, they require something new of a request. */
function compareMembers<Id extends string>(
  pair: SchemaPair,
  keyword: Keyword,
  checks: AlternativeChecks<Id>,
): readonly SchemaChange<Id>[] {
  const { added, removed, common } = pair[keyword];
  if (added.length === 0 && removed.length === 0) return noChanges;
  const [before, after] = [listAt(pair.base.keywords[keyword]), listAt(pair.revision.keywords[keyword])];
  if (after.length === 0) return [{ ...change(checks.removed, noChoice(before, keyword), keyword), isInBase: true }];
  const left = `${nameAll(after)} ${after.length === 1 ? 'is' : 'are'} left`;
  const isFirst = !hasAlternatives(pair.base);
  const pick = ({ direction }: SchemaPlace) => (isFirst && direction === 'request' ? checks.wrapped : checks.added);
  return [
    ...added.map(({ node, index }) => ({
      idAt: (place: SchemaPlace) => idAt(pick(place), place),
      tokens: [keyword, String(index)],
      text: `may now also be ${nameAlternative(after, index)} (${keyword})`,
      ...(before.length > 0 && { alternative: { side: 'revision', node } as const }),
      isName: repeatsMember(
        node,
        common.map((member) => member.revision),
        pair.revisionSchemas,
      ),
    })),
    ...removed.map(({ node, index }) => ({
      ...change(
        checks.removed,
        `may no longer be ${nameAlternative(before, index)} (${keyword}: ${left})`,
        keyword,
        String(index),
      ),
      alternative: { side: 'base', node } as const,
      isName: repeatsMember(
        node,
        common.map((member) => member.base),
        pair.baseSchemas,
      ),
    })),
  ];
}

/** `is no longer a choice between Cat and Dog (oneOf: Dog is left)` */
function noChoice(members: readonly Json[], keyword: Keyword, left?: string): string {
  return `is no longer a choice between ${nameAll(members)} (${keyword}${left === undefined ? '' : `: ${left} is left`})`;
}

/** The most alternatives that are named. */
const mostNames = 6;

/** `Cat, Dog and 3 others` */
function nameAll(members: readonly Json[]): string {
  const names = members.map((_, index) => nameAlternative(members, index));
  if (names.length <= mostNames + 1) return joinWords(names);
  return joinWords([...names.slice(0, mostNames), `${names.length - mostNames} others`]);
}

function wrap(pair: SchemaPair, keyword: Keyword) {
  const checks = keyword === 'oneOf' ? oneOf : anyOf;
  const { added } = pair[keyword];
  const isKept = added.some(({ node }) => equals(pair, node));
  const isMoved = keyword === 'oneOf' && Object.keys(pair.base.properties).length > 0;
  const pick = ({ name }: SchemaPlace) =>
    isKept && !(isMoved && name.endsWith('-body')) ? checks.added : checks.wrapped;
  return {
    idAt: (place: SchemaPlace) => idAt(pick(place), place),
    tokens: [keyword],
    text: `is now a choice between ${nameAll(added.map(({ node }) => node))} (${keyword})`,
    isMove: true,
  };
}

function unwrap(pair: SchemaPair, { keyword, index }: LeftAlternative) {
  const members = listAt(pair.base.keywords[keyword]);
  return {
    ...change(
      (keyword === 'oneOf' ? oneOf : anyOf).removed,
      noChoice(members, keyword, nameAlternative(members, index)),
      keyword,
    ),
    isInBase: true,
    isMove: true,
  };
}

/** The alternative of the base that is left, and is the whole schema now. */
interface LeftAlternative {
  readonly keyword: Keyword;
  readonly index: number;
  readonly node: Json;
}

/** The only alternative that is left where it became the schema itself, or null; everything in it then moved one level up. */
export function findLeftAlternative({ base, revision, baseSchemas }: SchemaPair): LeftAlternative | null {
  const [keyword, ...others] = (['oneOf', 'anyOf'] as const).filter((one) => base.keywords[one] !== undefined);
  if (keyword === undefined || others.length > 0 || hasAlternatives(revision)) return null;
  if (Object.keys(constraintsOf(base)).some((one) => !choices.has(one))) return null;
  const members = listAt(base.keywords[keyword]);
  const index = members.findIndex((node) => sayTheSame(baseSchemas.view(node), revision));
  return members.length < 2 || index < 0 ? null : { keyword, index, node: members[index]! };
}

/** The keyword that a schema without alternatives was wrapped in, or null; everything in it then moved one level down. */
export function wrappingOf({ base, revision, oneOf: one, anyOf: any }: SchemaPair): Keyword | null {
  if (one.added.length + any.added.length === 0 || revision.types.length > 0 || hasAlternatives(base)) return null;
  if (Object.keys(constraintsOf(revision)).some((keyword) => !choices.has(keyword))) return null;
  return one.added.length > 0 ? 'oneOf' : 'anyOf';
}

const choices = new Set(['oneOf', 'anyOf', 'discriminator', 'default', 'readOnly', 'writeOnly']);

function hasAlternatives({ keywords }: SchemaView): boolean {
  return keywords['oneOf'] !== undefined || keywords['anyOf'] !== undefined;
}

function equals({ base, revisionSchemas }: SchemaPair, node: Json): boolean {
  return sayTheSame(base, revisionSchemas.view(node));
}

import type { SchemaChangeName } from '../../checks.js';
import { textAt } from '../../../../json/json.js';
import { nameChange, type SchemaPlace } from '../schema-place.js';
import { noChanges, type SchemaRule } from '../schema-rule.js';
import type { SchemaView } from '../schema-view.js';

type Relation = 'same' | 'wider' | 'narrower' | 'other';

export const typesRule: SchemaRule = {
  name: 'types',
  compare: ({ base, revision }) => {
    if (isUnion(base) || isUnion(revision)) {
      if (base.types.length === 0 || revision.types.length === 0) return noChanges;
    }
    const types = relateTypes(base.types, revision.types);
    const formats = relateFormats(base, revision);
    const relation = types === 'same' ? formats : combine(types, formats);
    if (relation === 'same') return noChanges;
    const listed = base.types.length > 1 || revision.types.length > 1;
    return [
      {
        ids: (place) =>
          nameChange(
            place,
            listed && types === relation ? nameList(relation) : nameType(relation, base, revision, place),
          ),
        tokens: [types === 'same' ? 'format' : 'type'],
        text: `type went from ${describe(base)} to ${describe(revision)}`,
      },
    ];
  },
};

function isUnion({ keywords, types }: SchemaView): boolean {
  return types.length === 0 && (keywords['oneOf'] !== undefined || keywords['anyOf'] !== undefined);
}

function relateTypes(base: readonly string[], revision: readonly string[]): Relation {
  const wider = covers(revision, base);
  const narrower = covers(base, revision);
  return wider ? (narrower ? 'same' : 'wider') : narrower ? 'narrower' : 'other';
}

function covers(outer: readonly string[], inner: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return (
    inner.length > 0 && inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')))
  );
}

/** Formats whose values all belong to another. */
const widerFormats: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

function relateFormats(base: SchemaView, revision: SchemaView): Relation {
  const [from, to] = [textAt(base.keywords['format']), textAt(revision.keywords['format'])];
  if (from === to) return 'same';
  if (to === null || (from !== null && widerFormats[from] === to)) return 'wider';
  if (from === null || widerFormats[to] === from) return 'narrower';
  return 'other';
}

/** A format that comes or goes with its type says nothing of its own. */
function combine(types: Relation, formats: Relation): Relation {
  if (types === 'other' || formats === 'same' || formats === types) return types;
  return formats === 'other' ? types : 'other';
}

function nameList(relation: Relation): SchemaChangeName {
  return relation === 'wider' ? 'list-of-types-widened' : 'list-of-types-narrowed';
}

const scalars = ['string', 'number', 'integer', 'boolean'];

function nameType(relation: Relation, base: SchemaView, revision: SchemaView, place: SchemaPlace): string {
  if (relation === 'wider') return 'type-generalized';
  const narrows = relation === 'narrower' || (place.textual && relation === 'other' && becomesText(revision, base));
  if (place.textual && relation === 'other') {
    if (place.name === 'request-parameter' && becomesText(base, revision)) return 'type-generalized';
    if (place.name.startsWith('request-') && place.carrier === null && revision.types.join() === 'string')
      return 'type-compatible';
    if (
      place.name.startsWith('response-') &&
      base.types.join() === 'string' &&
      (place.carrier === null || becomesText(revision, base))
    )
      return 'type-compatible';
  }
  const specializes = place.direction === 'response' || place.name === 'request-parameter-property';
  return narrows && specializes ? 'type-specialized' : 'type-changed';
}

/** Every number and boolean is a text where values travel as text. */
function becomesText(from: SchemaView, to: SchemaView): boolean {
  return (
    to.types.join() === 'string' &&
    to.keywords['format'] === undefined &&
    to.keywords['pattern'] === undefined &&
    from.types.length === 1 &&
    scalars.includes(from.types[0]!)
  );
}

function describe({ types, keywords }: SchemaView): string {
  const name = types.length === 0 ? 'any' : types.join(' or ');
  return keywords['format'] === undefined ? name : `${name} (${String(keywords['format'])})`;
}

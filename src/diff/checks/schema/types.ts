import { textAt } from '../../../json/json.js';
import type { SchemaView } from '../../../jsonschema/read-schemas.js';
import type { SchemaPlace } from '../../schema/schema-place.js';
import { error, idAt, info, noChanges, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const checks = {
  changed: schemaChecks('type', 'change', {
    'request-body': error('request-body-type-changed'),
    'request-property': error('request-property-type-changed'),
    'request-parameter': error('request-parameter-type-changed'),
    'request-parameter-property': warning('request-parameter-property-type-changed'),
    'response-body': error('response-body-type-changed'),
    'response-property': error('response-property-type-changed'),
    'response-header': error('response-header-type-changed'),
  }),
  generalized: schemaChecks('type', 'generalize', {
    'request-body': info('request-body-type-generalized'),
    'request-property': info('request-property-type-generalized'),
    'request-parameter': info('request-parameter-type-generalized'),
    'request-parameter-property': info('request-parameter-property-type-generalized'),
    'response-body': error('response-body-type-generalized'),
    'response-property': error('response-property-type-generalized'),
    'response-header': error('response-header-type-generalized'),
  }),
  specialized: schemaChecks('type', 'specialize', {
    'request-body': null,
    'request-property': null,
    'request-parameter': null,
    'request-parameter-property': error('request-parameter-property-type-specialized'),
    'response-body': info('response-body-type-specialized'),
    'response-property': info('response-property-type-specialized'),
    'response-header': info('response-header-type-specialized'),
  }),
  compatible: schemaChecks('type', 'change', {
    'request-body': info('request-body-type-compatible'),
    'request-property': info('request-property-type-compatible'),
    'request-parameter': null,
    'request-parameter-property': null,
    'response-body': info('response-body-type-compatible'),
    'response-property': info('response-property-type-compatible'),
    'response-header': info('response-header-type-compatible'),
  }),
  listWidened: schemaChecks('type', 'add', {
    'request-body': info('request-body-list-of-types-widened'),
    'request-property': info('request-property-list-of-types-widened'),
    'request-parameter': info('request-parameter-list-of-types-widened'),
    'request-parameter-property': info('request-parameter-property-list-of-types-widened'),
    'response-body': error('response-body-list-of-types-widened'),
    'response-property': error('response-property-list-of-types-widened'),
    'response-header': error('response-header-list-of-types-widened'),
  }),
  listNarrowed: schemaChecks('type', 'remove', {
    'request-body': error('request-body-list-of-types-narrowed'),
    'request-property': error('request-property-list-of-types-narrowed'),
    'request-parameter': error('request-parameter-list-of-types-narrowed'),
    'request-parameter-property': error('request-parameter-property-list-of-types-narrowed'),
    'response-body': info('response-body-list-of-types-narrowed'),
    'response-property': info('response-property-list-of-types-narrowed'),
    'response-header': info('response-header-list-of-types-narrowed'),
  }),
};

export const types = schemaFamily({
  name: 'types',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const [from, to] = [typesOf(base), typesOf(revision)];
    if (isUnion(base) || isUnion(revision)) {
      if (from.length === 0 || to.length === 0) return noChanges;
    }
    const types = relateTypes(from, to);
    const formats = relateFormats(base, revision);
    const relation = types === 'same' ? formats : combine(types, formats);
    if (relation === 'same') return noChanges;
    const isList = (from.length > 1 || to.length > 1) && types === relation;
    const pick = (place: SchemaPlace) => {
      if (!isList) return checks[judge(relation, base, revision, place)];
      return relation === 'wider' ? checks.listWidened : checks.listNarrowed;
    };
    return [
      {
        idAt: (place) => idAt(pick(place), place),
        tokens: [types === 'same' ? 'format' : 'type'],
        text: `type changed from ${describe(base)} to ${describe(revision)}`,
      },
    ];
  },
});

type Relation = 'same' | 'wider' | 'narrower' | 'other';

/** The types without null, which the nullability checks compare; of a schema that allows only null, null itself. */
function typesOf({ types, nullable, keywords }: SchemaView): readonly string[] {
  const isNull = types.length === 0 && nullable && keywords['enum'] === undefined && keywords['const'] === undefined;
  return isNull ? ['null'] : types;
}

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

/** A format that is added or removed with its type is not a change by itself. */
function combine(types: Relation, formats: Relation): Relation {
  if (types === 'other' || formats === 'same' || formats === types) return types;
  return formats === 'other' ? types : 'other';
}

const scalars = ['string', 'number', 'integer', 'boolean'];

function judge(relation: Relation, base: SchemaView, revision: SchemaView, place: SchemaPlace) {
  if (relation === 'wider') return 'generalized';
  const becomesLessText = place.textual && relation === 'other' && becomesText(revision, base);
  if (place.textual && relation === 'other') {
    if (place.name === 'request-parameter' && becomesText(base, revision)) return 'generalized';
    if (place.name.startsWith('request-') && place.carrier === null && revision.types.join() === 'string')
      return 'compatible';
    if (
      place.name.startsWith('response-') &&
      base.types.join() === 'string' &&
      (place.carrier === null || becomesText(revision, base))
    )
      return 'compatible';
  }
  const canSpecialize = place.direction === 'response' || place.name === 'request-parameter-property';
  return (relation === 'narrower' || becomesLessText) && canSpecialize ? 'specialized' : 'changed';
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

function describe(view: SchemaView): string {
  const format = textAt(view.keywords['format']);
  const name = typesOf(view).join(' or ') || 'any';
  return format === null ? name : `${name} (${format})`;
}

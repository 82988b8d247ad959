import { listAt, lookupKey, type Json } from '../../../json/json.js';
import type { SchemaView } from '../../../jsonschema/read-schemas.js';
import { show } from '../../family.js';
import { change, error, info, noChanges, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const checks = {
  became: schemaChecks('values', 'change', {
    'request-body': error('request-body-became-enum'),
    'request-property': error('request-property-became-enum'),
    'request-parameter': error('request-parameter-became-enum'),
    'request-parameter-property': error('request-parameter-property-became-enum'),
    'request-header-property': error('request-header-property-became-enum'),
    'response-body': info('response-body-became-enum'),
    'response-property': info('response-property-became-enum'),
    'response-header': info('response-header-became-enum'),
  }),
  ceased: schemaChecks('values', 'change', {
    'request-body': info('request-body-became-not-enum'),
    'request-property': info('request-property-became-not-enum'),
    'request-parameter': info('request-parameter-became-not-enum'),
    'request-parameter-property': info('request-parameter-property-became-not-enum'),
    'response-body': warning('response-body-became-not-enum'),
    'response-property': warning('response-property-became-not-enum'),
    'response-header': warning('response-header-became-not-enum'),
  }),
  valueAdded: schemaChecks('values', 'add', {
    'request-body': info('request-body-enum-value-added'),
    'request-property': info('request-property-enum-value-added'),
    'request-parameter': info('request-parameter-enum-value-added'),
    'request-parameter-property': info('request-parameter-property-enum-value-added'),
    'response-body': warning('response-body-enum-value-added'),
    'response-property': warning('response-property-enum-value-added'),
    'response-write-only-property': info('response-write-only-property-enum-value-added'),
    'response-header': warning('response-header-enum-value-added'),
  }),
  valueRemoved: schemaChecks('values', 'remove', {
    'request-body': error('request-body-enum-value-removed'),
    'request-property': error('request-property-enum-value-removed'),
    'request-read-only-property': info('request-read-only-property-enum-value-removed'),
    'request-parameter': error('request-parameter-enum-value-removed'),
    'request-parameter-property': error('request-parameter-property-enum-value-removed'),
    'response-body': info('response-mediatype-enum-value-removed'),
    'response-property': info('response-property-enum-value-removed'),
    'response-header': info('response-header-enum-value-removed'),
  }),
};

const extensible = {
  valueAdded: schemaChecks('values', 'add', {
    'request-body': info('request-body-x-extensible-enum-value-added'),
    'request-property': info('request-property-x-extensible-enum-value-added'),
    'request-parameter': info('request-parameter-x-extensible-enum-value-added'),
    'request-parameter-property': info('request-parameter-property-x-extensible-enum-value-added'),
    'response-body': info('response-body-x-extensible-enum-value-added'),
    'response-property': info('response-property-x-extensible-enum-value-added'),
    'response-header': info('response-header-x-extensible-enum-value-added'),
  }),
  valueRemoved: schemaChecks('values', 'remove', {
    'request-body': error('request-body-x-extensible-enum-value-removed'),
    'request-property': error('request-property-x-extensible-enum-value-removed'),
    'request-parameter': error('request-parameter-x-extensible-enum-value-removed'),
    'request-parameter-property': error('request-parameter-property-x-extensible-enum-value-removed'),
    'response-body': info('response-body-x-extensible-enum-value-removed'),
    'response-property': info('response-property-x-extensible-enum-value-removed'),
    'response-header': info('response-header-x-extensible-enum-value-removed'),
  }),
};

export const enums = schemaFamily({
  name: 'enum',
  effect: 'values',
  checks: [checks, extensible],
  compare: ({ base, revision }) => [
    ...compareEnums(readValues(base), readValues(revision)),
    ...compareExtensibleEnums(base.keywords['x-extensible-enum'], revision.keywords['x-extensible-enum']),
  ],
});

function compareEnums(from: Values, to: Values) {
  if (!from.isEnum && !to.isEnum) return noChanges;
  if (from.values === null) return [change(checks.became, `now allows only ${listValues(to)}`, 'enum')];
  if (to.values === null) return [change(checks.ceased, `now allows more than ${listValues(from)}`, 'enum')];
  return [
    ...together(missing(from.values, to.values)).map((values) => ({
      ...change(checks.valueRemoved, `no longer allows ${nameValues(values)}`, 'enum'),
      values,
    })),
    ...together(missing(to.values, from.values)).map((values) => ({
      ...change(checks.valueAdded, `now allows ${nameValues(values)}`, 'enum'),
      values,
    })),
  ];
}

function compareExtensibleEnums(from: Json | undefined, to: Json | undefined) {
  if (from === undefined || to === undefined) return noChanges;
  return [
    ...missing(listAt(from), listAt(to)).map((value) => ({
      ...change(extensible.valueRemoved, `no longer lists the value ${show(value)}`, 'x-extensible-enum'),
      isNote: true,
    })),
    ...missing(listAt(to), listAt(from)).map((value) => ({
      ...change(extensible.valueAdded, `now lists the value ${show(value)}`, 'x-extensible-enum'),
      isNote: true,
    })),
  ];
}

interface Values extends Pick<SchemaView, 'nullable'> {
  /** Without null, which the nullability checks compare. */
  readonly values: readonly Json[] | null;
  readonly isEnum: boolean;
}

/** The allowed values; a constant is an enum of one. */
function readValues({ keywords, nullable }: SchemaView): Values {
  if (keywords['enum'] !== undefined) return { values: listAt(keywords['enum']), isEnum: true, nullable };
  return { values: keywords['const'] === undefined ? null : [keywords['const']], isEnum: false, nullable };
}

function missing(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const keys = new Set(others.map(lookupKey));
  return values.filter((value) => !keys.has(lookupKey(value)));
}

/** The most values of a list that have a result each. */
const maximumTold = 100;

/** Values with a result each, or one result for all. */
function together(values: readonly Json[]): readonly (readonly Json[])[] {
  return values.length > maximumTold ? [values] : values.map((value) => [value]);
}

function nameValues(values: readonly Json[]): string {
  if (values.length === 1) return `the value ${show(values[0])}`;
  return `${values.slice(0, 3).map(show).join(', ')} and ${values.length - 3} more values`;
}

function listValues({ values, nullable }: Values): string {
  const all = [...(values ?? []), ...(nullable ? [null] : [])];
  return all.length > 6 ? `${all.length} values` : all.map(show).join(', ');
}

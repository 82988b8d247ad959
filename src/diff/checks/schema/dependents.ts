import { keysOfEither, listAt, objectAt, sameJson, type Json } from '../../../json/json.js';
import { compareKeys } from '../../schema/compare-subschemas.js';
import { show } from '../../family.js';
import {
  change,
  error,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type ChangeOf,
  type SchemaPair,
} from '../../schema/schema-family.js';

const names = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-dependent-required-added'),
    'request-property': error('request-property-dependent-required-added'),
    'request-parameter': error('request-parameter-dependent-required-added'),
    'request-parameter-property': error('request-parameter-property-dependent-required-added'),
    'response-body': info('response-body-dependent-required-added'),
    'response-property': info('response-property-dependent-required-added'),
    'response-header': info('response-header-dependent-required-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-dependent-required-removed'),
    'request-property': info('request-property-dependent-required-removed'),
    'request-parameter': info('request-parameter-dependent-required-removed'),
    'request-parameter-property': info('request-parameter-property-dependent-required-removed'),
    'response-body': error('response-body-dependent-required-removed'),
    'response-property': error('response-property-dependent-required-removed'),
    'response-header': error('response-header-dependent-required-removed'),
  }),
  changed: schemaChecks('structure', 'change', {
    'request-body': error('request-body-dependent-required-changed'),
    'request-property': error('request-property-dependent-required-changed'),
    'request-parameter': error('request-parameter-dependent-required-changed'),
    'request-parameter-property': error('request-parameter-property-dependent-required-changed'),
    'response-body': error('response-body-dependent-required-changed'),
    'response-property': error('response-property-dependent-required-changed'),
    'response-header': error('response-header-dependent-required-changed'),
  }),
};

const schemas = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-dependent-schema-added'),
    'request-property': error('request-property-dependent-schema-added'),
    'request-parameter': error('request-parameter-dependent-schema-added'),
    'request-parameter-property': error('request-parameter-property-dependent-schema-added'),
    'response-body': info('response-body-dependent-schema-added'),
    'response-property': info('response-property-dependent-schema-added'),
    'response-header': info('response-header-dependent-schema-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-dependent-schema-removed'),
    'request-property': info('request-property-dependent-schema-removed'),
    'request-parameter': info('request-parameter-dependent-schema-removed'),
    'request-parameter-property': info('request-parameter-property-dependent-schema-removed'),
    'response-body': error('response-body-dependent-schema-removed'),
    'response-property': error('response-property-dependent-schema-removed'),
    'response-header': error('response-header-dependent-schema-removed'),
  }),
};

export const dependents = schemaFamily({
  name: 'dependents',
  effect: 'values',
  checks: [names, schemas],
  compare: (pair) => [
    ...compareNames(pair),
    ...compareKeys(pair, 'dependentSchemas', schemas, (key) => `a schema that depends on ${show(key)}`),
  ],
});

function compareNames({ base, revision }: SchemaPair) {
  const [before, after] = [base, revision].map(({ keywords }) => objectAt(keywords['dependentRequired']));
  return keysOfEither(before!, after!).flatMap((key): readonly ChangeOf<typeof names>[] => {
    const [from, to] = [before![key], after![key]];
    const tokens = ['dependentRequired', key];
    if (from === undefined) return [change(names.added, `${show(key)} now requires ${listNames(to)}`, ...tokens)];
    if (to === undefined)
      return [change(names.removed, `${show(key)} no longer requires ${listNames(from)}`, ...tokens)];
    if (sameJson([...listAt(from)].toSorted(), [...listAt(to)].toSorted())) return noChanges;
    return [
      change(names.changed, `${show(key)} now requires ${listNames(to)} instead of ${listNames(from)}`, ...tokens),
    ];
  });
}

function listNames(required: Json | undefined): string {
  return listAt(required).map(show).join(', ');
}

import { compareBound } from '../../schema/compare-bounds.js';
import { error, info, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const maximum = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-max-set'),
    'request-property': warning('request-property-max-set'),
    'request-parameter': warning('request-parameter-max-set'),
    'request-parameter-property': error('request-parameter-property-max-set'),
    'response-body': info('response-body-max-set'),
    'response-property': info('response-property-max-set'),
    'response-header': info('response-header-max-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-max-unset'),
    'request-property': info('request-property-max-unset'),
    'request-parameter': info('request-parameter-max-unset'),
    'request-parameter-property': info('request-parameter-property-max-unset'),
    'response-body': error('response-body-max-unset'),
    'response-property': error('response-property-max-unset'),
    'response-header': error('response-header-max-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-max-increased'),
    'request-property': info('request-property-max-increased'),
    'request-parameter': info('request-parameter-max-increased'),
    'request-parameter-property': info('request-parameter-property-max-increased'),
    'response-body': error('response-body-max-increased'),
    'response-property': error('response-property-max-increased'),
    'response-header': error('response-header-max-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-max-decreased'),
    'request-property': error('request-property-max-decreased'),
    'request-read-only-property': info('request-read-only-property-max-decreased'),
    'request-parameter': error('request-parameter-max-decreased'),
    'request-parameter-property': error('request-parameter-property-max-decreased'),
    'response-body': info('response-body-max-decreased'),
    'response-property': info('response-property-max-decreased'),
    'response-header': info('response-header-max-decreased'),
  }),
};

const minimum = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-min-set'),
    'request-property': warning('request-property-min-set'),
    'request-parameter': warning('request-parameter-min-set'),
    'request-parameter-property': error('request-parameter-property-min-set'),
    'response-body': info('response-body-min-set'),
    'response-property': info('response-property-min-set'),
    'response-header': info('response-header-min-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-min-unset'),
    'request-property': info('request-property-min-unset'),
    'request-parameter': info('request-parameter-min-unset'),
    'request-parameter-property': info('request-parameter-property-min-unset'),
    'response-body': error('response-body-min-unset'),
    'response-property': error('response-property-min-unset'),
    'response-header': error('response-header-min-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-min-increased'),
    'request-property': error('request-property-min-increased'),
    'request-read-only-property': info('request-read-only-property-min-increased'),
    'request-parameter': error('request-parameter-min-increased'),
    'request-parameter-property': error('request-parameter-property-min-increased'),
    'response-body': info('response-body-min-increased'),
    'response-property': info('response-property-min-increased'),
    'response-header': info('response-header-min-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-min-decreased'),
    'request-property': info('request-property-min-decreased'),
    'request-parameter': info('request-parameter-min-decreased'),
    'request-parameter-property': info('request-parameter-property-min-decreased'),
    'response-body': error('response-body-min-decreased'),
    'response-property': error('response-property-min-decreased'),
    'response-header': error('response-header-min-decreased'),
  }),
};

export const range = schemaFamily({
  name: 'range',
  effect: 'values',
  checks: [maximum, minimum],
  compare: (pair) => [
    ...compareBound(pair, { keyword: 'maximum', words: 'maximum' }, maximum),
    ...compareBound(pair, { keyword: 'minimum', words: 'minimum' }, minimum),
  ],
});

import { compareBound } from '../../schema/compare-bounds.js';
import { error, info, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const exclusiveMaximum = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-exclusive-max-set'),
    'request-property': warning('request-property-exclusive-max-set'),
    'request-parameter': warning('request-parameter-exclusive-max-set'),
    'request-parameter-property': error('request-parameter-property-exclusive-max-set'),
    'response-body': info('response-body-exclusive-max-set'),
    'response-property': info('response-property-exclusive-max-set'),
    'response-header': info('response-header-exclusive-max-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-exclusive-max-unset'),
    'request-property': info('request-property-exclusive-max-unset'),
    'request-parameter': info('request-parameter-exclusive-max-unset'),
    'request-parameter-property': info('request-parameter-property-exclusive-max-unset'),
    'response-body': error('response-body-exclusive-max-unset'),
    'response-property': error('response-property-exclusive-max-unset'),
    'response-header': error('response-header-exclusive-max-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-exclusive-max-increased'),
    'request-property': info('request-property-exclusive-max-increased'),
    'request-parameter': info('request-parameter-exclusive-max-increased'),
    'request-parameter-property': info('request-parameter-property-exclusive-max-increased'),
    'response-body': error('response-body-exclusive-max-increased'),
    'response-property': error('response-property-exclusive-max-increased'),
    'response-header': error('response-header-exclusive-max-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-exclusive-max-decreased'),
    'request-property': error('request-property-exclusive-max-decreased'),
    'request-read-only-property': info('request-read-only-property-exclusive-max-decreased'),
    'request-parameter': error('request-parameter-exclusive-max-decreased'),
    'request-parameter-property': error('request-parameter-property-exclusive-max-decreased'),
    'response-body': info('response-body-exclusive-max-decreased'),
    'response-property': info('response-property-exclusive-max-decreased'),
    'response-header': info('response-header-exclusive-max-decreased'),
  }),
};

const exclusiveMinimum = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-exclusive-min-set'),
    'request-property': warning('request-property-exclusive-min-set'),
    'request-parameter': warning('request-parameter-exclusive-min-set'),
    'request-parameter-property': error('request-parameter-property-exclusive-min-set'),
    'response-body': info('response-body-exclusive-min-set'),
    'response-property': info('response-property-exclusive-min-set'),
    'response-header': info('response-header-exclusive-min-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-exclusive-min-unset'),
    'request-property': info('request-property-exclusive-min-unset'),
    'request-parameter': info('request-parameter-exclusive-min-unset'),
    'request-parameter-property': info('request-parameter-property-exclusive-min-unset'),
    'response-body': error('response-body-exclusive-min-unset'),
    'response-property': error('response-property-exclusive-min-unset'),
    'response-header': error('response-header-exclusive-min-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-exclusive-min-increased'),
    'request-property': error('request-property-exclusive-min-increased'),
    'request-read-only-property': info('request-read-only-property-exclusive-min-increased'),
    'request-parameter': error('request-parameter-exclusive-min-increased'),
    'request-parameter-property': error('request-parameter-property-exclusive-min-increased'),
    'response-body': info('response-body-exclusive-min-increased'),
    'response-property': info('response-property-exclusive-min-increased'),
    'response-header': info('response-header-exclusive-min-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-exclusive-min-decreased'),
    'request-property': info('request-property-exclusive-min-decreased'),
    'request-parameter': info('request-parameter-exclusive-min-decreased'),
    'request-parameter-property': info('request-parameter-property-exclusive-min-decreased'),
    'response-body': error('response-body-exclusive-min-decreased'),
    'response-property': error('response-property-exclusive-min-decreased'),
    'response-header': error('response-header-exclusive-min-decreased'),
  }),
};

export const exclusiveRange = schemaFamily({
  name: 'exclusive-range',
  effect: 'values',
  checks: [exclusiveMaximum, exclusiveMinimum],
  compare: (pair) => [
    ...compareBound(pair, { keyword: 'exclusiveMaximum', words: 'exclusive maximum' }, exclusiveMaximum),
    ...compareBound(pair, { keyword: 'exclusiveMinimum', words: 'exclusive minimum' }, exclusiveMinimum),
  ],
});

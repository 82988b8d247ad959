import { compareBound } from '../../schema/compare-bounds.js';
import { error, info, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const maxLength = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-max-length-set'),
    'request-property': warning('request-property-max-length-set'),
    'request-parameter': warning('request-parameter-max-length-set'),
    'request-parameter-property': error('request-parameter-property-max-length-set'),
    'response-body': info('response-body-max-length-set'),
    'response-property': info('response-property-max-length-set'),
    'response-header': info('response-header-max-length-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-max-length-unset'),
    'request-property': info('request-property-max-length-unset'),
    'request-parameter': info('request-parameter-max-length-unset'),
    'request-parameter-property': info('request-parameter-property-max-length-unset'),
    'response-body': error('response-body-max-length-unset'),
    'response-property': error('response-property-max-length-unset'),
    'response-header': error('response-header-max-length-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-max-length-increased'),
    'request-property': info('request-property-max-length-increased'),
    'request-parameter': info('request-parameter-max-length-increased'),
    'request-parameter-property': info('request-parameter-property-max-length-increased'),
    'response-body': error('response-body-max-length-increased'),
    'response-property': error('response-property-max-length-increased'),
    'response-header': error('response-header-max-length-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-max-length-decreased'),
    'request-property': error('request-property-max-length-decreased'),
    'request-read-only-property': info('request-read-only-property-max-length-decreased'),
    'request-parameter': error('request-parameter-max-length-decreased'),
    'request-parameter-property': error('request-parameter-property-max-length-decreased'),
    'response-body': info('response-body-max-length-decreased'),
    'response-property': info('response-property-max-length-decreased'),
    'response-header': info('response-header-max-length-decreased'),
  }),
};

const minLength = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-min-length-set'),
    'request-property': error('request-property-min-length-set'),
    'request-parameter': error('request-parameter-min-length-set'),
    'request-parameter-property': error('request-parameter-property-min-length-set'),
    'response-body': info('response-body-min-length-set'),
    'response-property': info('response-property-min-length-set'),
    'response-header': info('response-header-min-length-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-min-length-unset'),
    'request-property': info('request-property-min-length-unset'),
    'request-parameter': info('request-parameter-min-length-unset'),
    'request-parameter-property': info('request-parameter-property-min-length-unset'),
    'response-body': error('response-body-min-length-unset'),
    'response-property': error('response-property-min-length-unset'),
    'response-header': error('response-header-min-length-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-min-length-increased'),
    'request-property': error('request-property-min-length-increased'),
    'request-parameter': error('request-parameter-min-length-increased'),
    'request-parameter-property': error('request-parameter-property-min-length-increased'),
    'response-body': info('response-body-min-length-increased'),
    'response-property': info('response-property-min-length-increased'),
    'response-header': info('response-header-min-length-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-min-length-decreased'),
    'request-property': info('request-property-min-length-decreased'),
    'request-parameter': info('request-parameter-min-length-decreased'),
    'request-parameter-property': info('request-parameter-property-min-length-decreased'),
    'response-body': error('response-body-min-length-decreased'),
    'response-property': error('response-property-min-length-decreased'),
    'response-header': error('response-header-min-length-decreased'),
  }),
};

export const length = schemaFamily({
  name: 'length',
  effect: 'values',
  checks: [maxLength, minLength],
  compare: (pair) => [
    ...compareBound(pair, { keyword: 'maxLength', words: 'maximum length' }, maxLength),
    ...compareBound(pair, { keyword: 'minLength', words: 'minimum length', absent: 0 }, minLength),
  ],
});

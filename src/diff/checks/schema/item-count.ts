import { compareBound } from '../../schema/compare-bounds.js';
import { error, info, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const maxItems = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-max-items-set'),
    'request-property': error('request-property-max-items-set'),
    'request-parameter': error('request-parameter-max-items-set'),
    'request-parameter-property': error('request-parameter-property-max-items-set'),
    'response-body': info('response-body-max-items-set'),
    'response-property': info('response-property-max-items-set'),
    'response-header': info('response-header-max-items-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-max-items-unset'),
    'request-property': info('request-property-max-items-unset'),
    'request-parameter': info('request-parameter-max-items-unset'),
    'request-parameter-property': info('request-parameter-property-max-items-unset'),
    'response-body': error('response-body-max-items-unset'),
    'response-property': error('response-property-max-items-unset'),
    'response-header': error('response-header-max-items-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-max-items-increased'),
    'request-property': info('request-property-max-items-increased'),
    'request-parameter': info('request-parameter-max-items-increased'),
    'request-parameter-property': info('request-parameter-property-max-items-increased'),
    'response-body': error('response-body-max-items-increased'),
    'response-property': error('response-property-max-items-increased'),
    'response-header': error('response-header-max-items-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-max-items-decreased'),
    'request-property': error('request-property-max-items-decreased'),
    'request-parameter': error('request-parameter-max-items-decreased'),
    'request-parameter-property': error('request-parameter-property-max-items-decreased'),
    'response-body': info('response-body-max-items-decreased'),
    'response-property': info('response-property-max-items-decreased'),
    'response-header': info('response-header-max-items-decreased'),
  }),
};

const minItems = {
  set: schemaChecks('constraints', 'set', {
    'request-body': warning('request-body-min-items-set'),
    'request-property': warning('request-property-min-items-set'),
    'request-parameter': warning('request-parameter-min-items-set'),
    'request-parameter-property': error('request-parameter-property-min-items-set'),
    'response-body': info('response-body-min-items-set'),
    'response-property': info('response-property-min-items-set'),
    'response-header': info('response-header-min-items-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-min-items-unset'),
    'request-property': info('request-property-min-items-unset'),
    'request-parameter': info('request-parameter-min-items-unset'),
    'request-parameter-property': info('request-parameter-property-min-items-unset'),
    'response-body': error('response-body-min-items-unset'),
    'response-property': error('response-property-min-items-unset'),
    'response-header': error('response-header-min-items-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-min-items-increased'),
    'request-property': error('request-property-min-items-increased'),
    'request-parameter': error('request-parameter-min-items-increased'),
    'request-parameter-property': error('request-parameter-property-min-items-increased'),
    'response-body': info('response-body-min-items-increased'),
    'response-property': info('response-property-min-items-increased'),
    'response-header': info('response-header-min-items-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-min-items-decreased'),
    'request-property': info('request-property-min-items-decreased'),
    'request-parameter': info('request-parameter-min-items-decreased'),
    'request-parameter-property': info('request-parameter-property-min-items-decreased'),
    'response-body': error('response-body-min-items-decreased'),
    'response-property': error('response-property-min-items-decreased'),
    'response-header': error('response-header-min-items-decreased'),
  }),
};

export const itemCount = schemaFamily({
  name: 'item-count',
  effect: 'values',
  checks: [maxItems, minItems],
  compare: (pair) => [
    ...compareBound(pair, { keyword: 'maxItems', words: 'maximum number of items' }, maxItems),
    ...compareBound(pair, { keyword: 'minItems', words: 'minimum number of items', absent: 0 }, minItems),
  ],
});

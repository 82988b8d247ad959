import { compareBound } from '../../schema/compare-bounds.js';
import { error, info, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const maxProperties = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-max-properties-set'),
    'request-property': error('request-property-max-properties-set'),
    'request-parameter': error('request-parameter-max-properties-set'),
    'request-parameter-property': error('request-parameter-property-max-properties-set'),
    'response-body': info('response-body-max-properties-set'),
    'response-property': info('response-property-max-properties-set'),
    'response-header': info('response-header-max-properties-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-max-properties-unset'),
    'request-property': info('request-property-max-properties-unset'),
    'request-parameter': info('request-parameter-max-properties-unset'),
    'request-parameter-property': info('request-parameter-property-max-properties-unset'),
    'response-body': error('response-body-max-properties-unset'),
    'response-property': error('response-property-max-properties-unset'),
    'response-header': error('response-header-max-properties-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-max-properties-increased'),
    'request-property': info('request-property-max-properties-increased'),
    'request-parameter': info('request-parameter-max-properties-increased'),
    'request-parameter-property': info('request-parameter-property-max-properties-increased'),
    'response-body': error('response-body-max-properties-increased'),
    'response-property': error('response-property-max-properties-increased'),
    'response-header': error('response-header-max-properties-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-max-properties-decreased'),
    'request-property': error('request-property-max-properties-decreased'),
    'request-parameter': error('request-parameter-max-properties-decreased'),
    'request-parameter-property': error('request-parameter-property-max-properties-decreased'),
    'response-body': info('response-body-max-properties-decreased'),
    'response-property': info('response-property-max-properties-decreased'),
    'response-header': info('response-header-max-properties-decreased'),
  }),
};

const minProperties = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-min-properties-set'),
    'request-property': error('request-property-min-properties-set'),
    'request-parameter': error('request-parameter-min-properties-set'),
    'request-parameter-property': error('request-parameter-property-min-properties-set'),
    'response-body': info('response-body-min-properties-set'),
    'response-property': info('response-property-min-properties-set'),
    'response-header': info('response-header-min-properties-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-min-properties-unset'),
    'request-property': info('request-property-min-properties-unset'),
    'request-parameter': info('request-parameter-min-properties-unset'),
    'request-parameter-property': info('request-parameter-property-min-properties-unset'),
    'response-body': error('response-body-min-properties-unset'),
    'response-property': error('response-property-min-properties-unset'),
    'response-header': error('response-header-min-properties-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-min-properties-increased'),
    'request-property': error('request-property-min-properties-increased'),
    'request-parameter': error('request-parameter-min-properties-increased'),
    'request-parameter-property': error('request-parameter-property-min-properties-increased'),
    'response-body': info('response-body-min-properties-increased'),
    'response-property': info('response-property-min-properties-increased'),
    'response-header': info('response-header-min-properties-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-min-properties-decreased'),
    'request-property': info('request-property-min-properties-decreased'),
    'request-parameter': info('request-parameter-min-properties-decreased'),
    'request-parameter-property': info('request-parameter-property-min-properties-decreased'),
    'response-body': error('response-body-min-properties-decreased'),
    'response-property': error('response-property-min-properties-decreased'),
    'response-header': error('response-header-min-properties-decreased'),
  }),
};

export const propertyCount = schemaFamily({
  name: 'property-count',
  effect: 'values',
  checks: [maxProperties, minProperties],
  compare: (pair) => [
    ...compareBound(pair, { keyword: 'maxProperties', words: 'maximum number of properties' }, maxProperties),
    ...compareBound(
      pair,
      { keyword: 'minProperties', words: 'minimum number of properties', absent: 0 },
      minProperties,
    ),
  ],
});

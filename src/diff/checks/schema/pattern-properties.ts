import { compareKeys } from '../../schema/compare-subschemas.js';
import { show } from '../../family.js';
import { error, info, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('constraints', 'add', {
    'request-body': error('request-body-pattern-property-added'),
    'request-property': error('request-property-pattern-property-added'),
    'request-parameter': error('request-parameter-pattern-property-added'),
    'request-parameter-property': error('request-parameter-property-pattern-property-added'),
    'response-body': info('response-body-pattern-property-added'),
    'response-property': info('response-property-pattern-property-added'),
    'response-header': info('response-header-pattern-property-added'),
  }),
  removed: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-pattern-property-removed'),
    'request-property': info('request-property-pattern-property-removed'),
    'request-parameter': info('request-parameter-pattern-property-removed'),
    'request-parameter-property': info('request-parameter-property-pattern-property-removed'),
    'response-body': error('response-body-pattern-property-removed'),
    'response-property': error('response-property-pattern-property-removed'),
    'response-header': error('response-header-pattern-property-removed'),
  }),
};

export const patternProperties = schemaFamily({
  name: 'pattern-properties',
  effect: 'values',
  checks: [checks],
  compare: (pair) =>
    compareKeys(pair, 'patternProperties', checks, (key) => `a schema for properties that match ${show(key)}`),
});

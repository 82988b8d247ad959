import { compareSubschema } from '../../schema/compare-subschemas.js';
import { error, info, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-property-names-added'),
    'request-property': error('request-property-property-names-added'),
    'request-parameter': error('request-parameter-property-names-added'),
    'request-parameter-property': error('request-parameter-property-property-names-added'),
    'response-body': info('response-body-property-names-added'),
    'response-property': info('response-property-property-names-added'),
    'response-header': info('response-header-property-names-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-property-names-removed'),
    'request-property': info('request-property-property-names-removed'),
    'request-parameter': info('request-parameter-property-names-removed'),
    'request-parameter-property': info('request-parameter-property-property-names-removed'),
    'response-body': error('response-body-property-names-removed'),
    'response-property': error('response-property-property-names-removed'),
    'response-header': error('response-header-property-names-removed'),
  }),
};

export const propertyNames = schemaFamily({
  name: 'property-names',
  effect: 'values',
  checks: [checks],
  compare: (pair) => compareSubschema(pair, 'propertyNames', checks),
});

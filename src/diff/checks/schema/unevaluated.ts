import { compareSubschema } from '../../schema/compare-subschemas.js';
import { error, info, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const items = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-unevaluated-items-added'),
    'request-property': error('request-property-unevaluated-items-added'),
    'request-parameter': error('request-parameter-unevaluated-items-added'),
    'request-parameter-property': error('request-parameter-property-unevaluated-items-added'),
    'response-body': info('response-body-unevaluated-items-added'),
    'response-property': info('response-property-unevaluated-items-added'),
    'response-header': info('response-header-unevaluated-items-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-unevaluated-items-removed'),
    'request-property': info('request-property-unevaluated-items-removed'),
    'request-parameter': info('request-parameter-unevaluated-items-removed'),
    'request-parameter-property': info('request-parameter-property-unevaluated-items-removed'),
    'response-body': error('response-body-unevaluated-items-removed'),
    'response-property': error('response-property-unevaluated-items-removed'),
    'response-header': error('response-header-unevaluated-items-removed'),
  }),
};

const properties = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-unevaluated-properties-added'),
    'request-property': error('request-property-unevaluated-properties-added'),
    'request-parameter': error('request-parameter-unevaluated-properties-added'),
    'request-parameter-property': error('request-parameter-property-unevaluated-properties-added'),
    'response-body': info('response-body-unevaluated-properties-added'),
    'response-property': info('response-property-unevaluated-properties-added'),
    'response-header': info('response-header-unevaluated-properties-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-unevaluated-properties-removed'),
    'request-property': info('request-property-unevaluated-properties-removed'),
    'request-parameter': info('request-parameter-unevaluated-properties-removed'),
    'request-parameter-property': info('request-parameter-property-unevaluated-properties-removed'),
    'response-body': error('response-body-unevaluated-properties-removed'),
    'response-property': error('response-property-unevaluated-properties-removed'),
    'response-header': error('response-header-unevaluated-properties-removed'),
  }),
};

export const unevaluated = schemaFamily({
  name: 'unevaluated',
  effect: 'values',
  checks: [items, properties],
  compare: (pair) => [
    ...compareSubschema(pair, 'unevaluatedItems', items),
    ...compareSubschema(pair, 'unevaluatedProperties', properties),
  ],
});

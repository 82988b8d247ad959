import type { Json } from '../../../json/json.js';
import { change, error, info, noChanges, schemaChecks, schemaFamily, warning } from '../../schema/schema-family.js';

const checks = {
  restricted: schemaChecks('constraints', 'remove', {
    'request-body': error('request-body-additional-properties-restricted'),
    'request-property': error('request-property-additional-properties-restricted'),
    'request-parameter': error('request-parameter-additional-properties-restricted'),
    'request-parameter-property': error('request-parameter-property-additional-properties-restricted'),
    'response-body': info('response-body-additional-properties-restricted'),
    'response-property': info('response-property-additional-properties-restricted'),
    'response-header': info('response-header-additional-properties-restricted'),
  }),
  relaxed: schemaChecks('constraints', 'add', {
    'request-body': info('request-body-additional-properties-relaxed'),
    'request-property': info('request-property-additional-properties-relaxed'),
    'request-parameter': info('request-parameter-additional-properties-relaxed'),
    'request-parameter-property': info('request-parameter-property-additional-properties-relaxed'),
    'response-body': warning('response-body-additional-properties-relaxed'),
    'response-property': warning('response-property-additional-properties-relaxed'),
    'response-header': warning('response-header-additional-properties-relaxed'),
  }),
};

export const additionalProperties = schemaFamily({
  name: 'additional-properties',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const from = freedom(base.keywords['additionalProperties']);
    const to = freedom(revision.keywords['additionalProperties']);
    if (from === to) return noChanges;
    const text = `additional properties are now ${words[to]} (they were ${words[from]})`;
    return [change(to < from ? checks.restricted : checks.relaxed, text, 'additionalProperties')];
  },
});

const words = ['rejected', 'allowed with a schema', 'allowed'] as const;

/** How free additional properties are; two different schemas are compared as schemas. */
function freedom(value: Json | undefined): 0 | 1 | 2 {
  if (value === undefined || value === true) return 2;
  if (value === false) return 0;
  return Object.keys(value as object).length === 0 ? 2 : 1;
}

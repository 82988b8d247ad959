import { listAt } from '../../../json/json.js';
import { change, error, info, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('structure', 'add', {
    'request-body': info('request-body-prefix-items-added'),
    'request-property': info('request-property-prefix-items-added'),
    'request-parameter': info('request-parameter-prefix-items-added'),
    'request-parameter-property': info('request-parameter-property-prefix-items-added'),
    'response-body': error('response-body-prefix-items-added'),
    'response-property': error('response-property-prefix-items-added'),
    'response-header': error('response-header-prefix-items-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': error('request-body-prefix-items-removed'),
    'request-property': error('request-property-prefix-items-removed'),
    'request-parameter': error('request-parameter-prefix-items-removed'),
    'request-parameter-property': error('request-parameter-property-prefix-items-removed'),
    'response-body': info('response-body-prefix-items-removed'),
    'response-property': info('response-property-prefix-items-removed'),
    'response-header': info('response-header-prefix-items-removed'),
  }),
};

export const prefixItems = schemaFamily({
  name: 'prefix-items',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const from = listAt(base.keywords['prefixItems']).length;
    const to = listAt(revision.keywords['prefixItems']).length;
    return Array.from({ length: Math.abs(to - from) }, (_, index) => {
      const position = Math.min(from, to) + index;
      return to > from
        ? change(checks.added, `item ${position + 1} now has its own schema`, 'prefixItems', String(position))
        : change(checks.removed, `item ${position + 1} no longer has its own schema`, 'prefixItems', String(position));
    });
  },
});

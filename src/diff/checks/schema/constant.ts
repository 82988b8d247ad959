import { sameJson } from '../../../json/json.js';
import { show } from '../../family.js';
import { change, error, info, noChanges, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('values', 'add', {
    'request-body': error('request-body-const-added'),
    'request-property': error('request-property-const-added'),
    'request-parameter': error('request-parameter-const-added'),
    'request-parameter-property': error('request-parameter-property-const-added'),
    'response-body': info('response-body-const-added'),
    'response-property': info('response-property-const-added'),
    'response-header': info('response-header-const-added'),
  }),
  removed: schemaChecks('values', 'remove', {
    'request-body': info('request-body-const-removed'),
    'request-property': info('request-property-const-removed'),
    'request-parameter': info('request-parameter-const-removed'),
    'request-parameter-property': info('request-parameter-property-const-removed'),
    'response-body': error('response-body-const-removed'),
    'response-property': error('response-property-const-removed'),
    'response-header': error('response-header-const-removed'),
  }),
  changed: schemaChecks('values', 'change', {
    'request-body': error('request-body-const-changed'),
    'request-property': error('request-property-const-changed'),
    'request-parameter': error('request-parameter-const-changed'),
    'request-parameter-property': error('request-parameter-property-const-changed'),
    'response-body': error('response-body-const-changed'),
    'response-property': error('response-property-const-changed'),
    'response-header': error('response-header-const-changed'),
  }),
};

export const constant = schemaFamily({
  name: 'constant',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    if (base.keywords['enum'] !== undefined || revision.keywords['enum'] !== undefined) return noChanges;
    const [from, to] = [base.keywords['const'], revision.keywords['const']];
    if (sameJson(from, to)) return noChanges;
    if (from === undefined) return [change(checks.added, `now has the constant value ${show(to)}`, 'const')];
    if (to === undefined) return [change(checks.removed, `no longer has the constant value ${show(from)}`, 'const')];
    return [change(checks.changed, `constant value changed from ${show(from)} to ${show(to)}`, 'const')];
  },
});

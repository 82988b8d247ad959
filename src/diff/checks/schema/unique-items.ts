import { change, error, info, noChanges, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-unique-items-set'),
    'request-property': error('request-property-unique-items-set'),
    'request-parameter': error('request-parameter-unique-items-set'),
    'request-parameter-property': error('request-parameter-property-unique-items-set'),
    'response-body': info('response-body-unique-items-set'),
    'response-property': info('response-property-unique-items-set'),
    'response-header': info('response-header-unique-items-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-unique-items-unset'),
    'request-property': info('request-property-unique-items-unset'),
    'request-parameter': info('request-parameter-unique-items-unset'),
    'request-parameter-property': info('request-parameter-property-unique-items-unset'),
    'response-body': error('response-body-unique-items-unset'),
    'response-property': error('response-property-unique-items-unset'),
    'response-header': error('response-header-unique-items-unset'),
  }),
};

export const uniqueItems = schemaFamily({
  name: 'unique-items',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const [from, to] = [base.keywords['uniqueItems'] === true, revision.keywords['uniqueItems'] === true];
    if (from === to) return noChanges;
    return [
      to
        ? change(checks.set, 'items must now be unique', 'uniqueItems')
        : change(checks.unset, 'items no longer have to be unique', 'uniqueItems'),
    ];
  },
});

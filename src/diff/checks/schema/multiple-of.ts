import { numberAt } from '../../../json/json.js';
import { change, error, info, noChanges, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-multiple-of-set'),
    'request-property': error('request-property-multiple-of-set'),
    'request-parameter': error('request-parameter-multiple-of-set'),
    'request-parameter-property': error('request-parameter-property-multiple-of-set'),
    'response-body': info('response-body-multiple-of-set'),
    'response-property': info('response-property-multiple-of-set'),
    'response-header': info('response-header-multiple-of-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-multiple-of-unset'),
    'request-property': info('request-property-multiple-of-unset'),
    'request-parameter': info('request-parameter-multiple-of-unset'),
    'request-parameter-property': info('request-parameter-property-multiple-of-unset'),
    'response-body': error('response-body-multiple-of-unset'),
    'response-property': error('response-property-multiple-of-unset'),
    'response-header': error('response-header-multiple-of-unset'),
  }),
  changed: schemaChecks('constraints', 'change', {
    'request-body': error('request-body-multiple-of-changed'),
    'request-property': error('request-property-multiple-of-changed'),
    'request-parameter': error('request-parameter-multiple-of-changed'),
    'request-parameter-property': error('request-parameter-property-multiple-of-changed'),
    'response-body': error('response-body-multiple-of-changed'),
    'response-property': error('response-property-multiple-of-changed'),
    'response-header': error('response-header-multiple-of-changed'),
  }),
  generalized: schemaChecks('constraints', 'generalize', {
    'request-body': info('request-body-multiple-of-generalized'),
    'request-property': info('request-property-multiple-of-generalized'),
    'request-parameter': info('request-parameter-multiple-of-generalized'),
    'request-parameter-property': info('request-parameter-property-multiple-of-generalized'),
    'response-body': error('response-body-multiple-of-generalized'),
    'response-property': error('response-property-multiple-of-generalized'),
    'response-header': error('response-header-multiple-of-generalized'),
  }),
  specialized: schemaChecks('constraints', 'specialize', {
    'request-body': error('request-body-multiple-of-specialized'),
    'request-property': error('request-property-multiple-of-specialized'),
    'request-parameter': error('request-parameter-multiple-of-specialized'),
    'request-parameter-property': error('request-parameter-property-multiple-of-specialized'),
    'response-body': info('response-body-multiple-of-specialized'),
    'response-property': info('response-property-multiple-of-specialized'),
    'response-header': info('response-header-multiple-of-specialized'),
  }),
};

export const multipleOf = schemaFamily({
  name: 'multiple-of',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    const [from, to] = [numberAt(base.keywords['multipleOf']), numberAt(revision.keywords['multipleOf'])];
    if (from === to) return noChanges;
    if (from === null) return [change(checks.set, `must now be a multiple of ${to}`, 'multipleOf')];
    if (to === null) return [change(checks.unset, `no longer has to be a multiple of ${from}`, 'multipleOf')];
    const event = from % to === 0 ? 'generalized' : to % from === 0 ? 'specialized' : 'changed';
    return [change(checks[event], `must now be a multiple of ${to} instead of ${from}`, 'multipleOf')];
  },
});

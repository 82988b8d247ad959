import { sameJson } from '../../../json/json.js';
import { show } from '../../family.js';
import {
  error,
  idAt,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type PlacedChecks,
  type SchemaChange,
} from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('values', 'add', {
    'request-body': info('request-body-default-value-added'),
    'request-property': info('request-property-default-value-added'),
    'request-parameter': error('request-parameter-default-value-added'),
    'request-parameter-property': info('request-parameter-property-default-value-added'),
    'response-body': info('response-body-default-value-added'),
    'response-property': info('response-property-default-value-added'),
    'response-header': info('response-header-default-value-added'),
  }),
  removed: schemaChecks('values', 'remove', {
    'request-body': info('request-body-default-value-removed'),
    'request-property': info('request-property-default-value-removed'),
    'request-parameter': error('request-parameter-default-value-removed'),
    'request-parameter-property': info('request-parameter-property-default-value-removed'),
    'response-body': info('response-body-default-value-removed'),
    'response-property': info('response-property-default-value-removed'),
    'response-header': info('response-header-default-value-removed'),
  }),
  changed: schemaChecks('values', 'change', {
    'request-body': info('request-body-default-value-changed'),
    'request-property': info('request-property-default-value-changed'),
    'request-parameter': error('request-parameter-default-value-changed'),
    'request-parameter-property': info('request-parameter-property-default-value-changed'),
    'response-body': info('response-body-default-value-changed'),
    'response-property': info('response-property-default-value-changed'),
    'response-header': info('response-header-default-value-changed'),
  }),
};

export const defaultValue = schemaFamily({
  name: 'default-value',
  checks: [checks],
  compare: ({ base, revision }) => {
    const [from, to] = [base.keywords['default'], revision.keywords['default']];
    if (sameJson(from, to)) return noChanges;
    if (from === undefined) return [report(checks.added, `now has the default value ${show(to)}`)];
    if (to === undefined) return [report(checks.removed, `no longer has the default value ${show(from)}`)];
    return [report(checks.changed, `default value changed from ${show(from)} to ${show(to)}`)];
  },
});

/** The default value of a parameter that must be sent changes nothing. */
function report<Id extends string>(check: PlacedChecks<Id>, text: string): SchemaChange<Id> {
  return { idAt: (place) => (place.mandatory ? null : idAt(check, place)), tokens: ['default'], text };
}

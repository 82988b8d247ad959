import { sameJson } from '../../../json/json.js';
import { compareSubschema, restricts } from '../../schema/compare-subschemas.js';
import {
  change,
  error,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  warning,
  type PlacedChecks,
  type SchemaPair,
} from '../../schema/schema-family.js';

const ifChecks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-if-added'),
    'request-property': error('request-property-if-added'),
    'request-parameter': error('request-parameter-if-added'),
    'request-parameter-property': error('request-parameter-property-if-added'),
    'response-body': info('response-body-if-added'),
    'response-property': info('response-property-if-added'),
    'response-header': info('response-header-if-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-if-removed'),
    'request-property': info('request-property-if-removed'),
    'request-parameter': info('request-parameter-if-removed'),
    'request-parameter-property': info('request-parameter-property-if-removed'),
    'response-body': error('response-body-if-removed'),
    'response-property': error('response-property-if-removed'),
    'response-header': error('response-header-if-removed'),
  }),
  changed: schemaChecks('structure', 'change', {
    'request-body': warning('request-body-if-changed'),
    'request-property': warning('request-property-if-changed'),
    'request-parameter': warning('request-parameter-if-changed'),
    'request-parameter-property': warning('request-parameter-property-if-changed'),
    'response-body': warning('response-body-if-changed'),
    'response-property': warning('response-property-if-changed'),
    'response-header': warning('response-header-if-changed'),
  }),
};

const thenChecks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-then-added'),
    'request-property': error('request-property-then-added'),
    'request-parameter': error('request-parameter-then-added'),
    'request-parameter-property': error('request-parameter-property-then-added'),
    'response-body': info('response-body-then-added'),
    'response-property': info('response-property-then-added'),
    'response-header': info('response-header-then-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-then-removed'),
    'request-property': info('request-property-then-removed'),
    'request-parameter': info('request-parameter-then-removed'),
    'request-parameter-property': info('request-parameter-property-then-removed'),
    'response-body': error('response-body-then-removed'),
    'response-property': error('response-property-then-removed'),
    'response-header': error('response-header-then-removed'),
  }),
};

const elseChecks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-else-added'),
    'request-property': error('request-property-else-added'),
    'request-parameter': error('request-parameter-else-added'),
    'request-parameter-property': error('request-parameter-property-else-added'),
    'response-body': info('response-body-else-added'),
    'response-property': info('response-property-else-added'),
    'response-header': info('response-header-else-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-else-removed'),
    'request-property': info('request-property-else-removed'),
    'request-parameter': info('request-parameter-else-removed'),
    'request-parameter-property': info('request-parameter-property-else-removed'),
    'response-body': error('response-body-else-removed'),
    'response-property': error('response-property-else-removed'),
    'response-header': error('response-header-else-removed'),
  }),
};

const notChecks = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-not-added'),
    'request-property': error('request-property-not-added'),
    'request-parameter': error('request-parameter-not-added'),
    'request-parameter-property': error('request-parameter-property-not-added'),
    'response-body': info('response-body-not-added'),
    'response-property': info('response-property-not-added'),
    'response-header': info('response-header-not-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-not-removed'),
    'request-property': info('request-property-not-removed'),
    'request-parameter': info('request-parameter-not-removed'),
    'request-parameter-property': info('request-parameter-property-not-removed'),
    'response-body': error('response-body-not-removed'),
    'response-property': error('response-property-not-removed'),
    'response-header': error('response-header-not-removed'),
  }),
  changed: schemaChecks('structure', 'change', {
    'request-body': warning('request-body-not-changed'),
    'request-property': warning('request-property-not-changed'),
    'request-parameter': warning('request-parameter-not-changed'),
    'request-parameter-property': warning('request-parameter-property-not-changed'),
    'response-body': warning('response-body-not-changed'),
    'response-property': warning('response-property-not-changed'),
    'response-header': warning('response-header-not-changed'),
  }),
};

export const conditions = schemaFamily({
  name: 'conditions',
  effect: 'values',
  checks: [ifChecks, thenChecks, elseChecks, notChecks],
  compare: (pair) => [
    ...compareSubschema(pair, 'if', ifChecks),
    ...compareChange(pair, 'if', ifChecks.changed),
    ...compareSubschema(pair, 'then', thenChecks),
    ...compareSubschema(pair, 'else', elseChecks),
    ...compareSubschema(pair, 'not', notChecks),
    ...compareChange(pair, 'not', notChecks.changed),
  ],
});

/** Whether a changed condition allows more or less cannot be seen from its schemas alone. */
function compareChange<Id extends string>(
  { base, revision }: SchemaPair,
  keyword: 'if' | 'not',
  changed: PlacedChecks<Id>,
) {
  const [from, to] = [base.keywords[keyword], revision.keywords[keyword]];
  if (!restricts(from) || !restricts(to) || sameJson(from, to)) return noChanges;
  return [change(changed, `the schema under "${keyword}" changed`, keyword)];
}

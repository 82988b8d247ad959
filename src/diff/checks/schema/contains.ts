import type { Keyword } from '../../../jsonschema/keywords.js';
import { numberAt } from '../../../json/json.js';
import { compareBound } from '../../schema/compare-bounds.js';
import { compareSubschema } from '../../schema/compare-subschemas.js';
import {
  change,
  error,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type SchemaPair,
} from '../../schema/schema-family.js';

const contained = {
  added: schemaChecks('structure', 'add', {
    'request-body': error('request-body-contains-added'),
    'request-property': error('request-property-contains-added'),
    'request-parameter': error('request-parameter-contains-added'),
    'request-parameter-property': error('request-parameter-property-contains-added'),
    'response-body': info('response-body-contains-added'),
    'response-property': info('response-property-contains-added'),
    'response-header': info('response-header-contains-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-contains-removed'),
    'request-property': info('request-property-contains-removed'),
    'request-parameter': info('request-parameter-contains-removed'),
    'request-parameter-property': info('request-parameter-property-contains-removed'),
    'response-body': error('response-body-contains-removed'),
    'response-property': error('response-property-contains-removed'),
    'response-header': error('response-header-contains-removed'),
  }),
};

const maxContains = {
  set: schemaChecks('constraints', 'set', {
    'request-body': error('request-body-max-contains-set'),
    'request-property': error('request-property-max-contains-set'),
    'request-parameter': error('request-parameter-max-contains-set'),
    'request-parameter-property': error('request-parameter-property-max-contains-set'),
    'response-body': info('response-body-max-contains-set'),
    'response-property': info('response-property-max-contains-set'),
    'response-header': info('response-header-max-contains-set'),
  }),
  unset: schemaChecks('constraints', 'remove', {
    'request-body': info('request-body-max-contains-unset'),
    'request-property': info('request-property-max-contains-unset'),
    'request-parameter': info('request-parameter-max-contains-unset'),
    'request-parameter-property': info('request-parameter-property-max-contains-unset'),
    'response-body': error('response-body-max-contains-unset'),
    'response-property': error('response-property-max-contains-unset'),
    'response-header': error('response-header-max-contains-unset'),
  }),
  increased: schemaChecks('constraints', 'increase', {
    'request-body': info('request-body-max-contains-increased'),
    'request-property': info('request-property-max-contains-increased'),
    'request-parameter': info('request-parameter-max-contains-increased'),
    'request-parameter-property': info('request-parameter-property-max-contains-increased'),
    'response-body': error('response-body-max-contains-increased'),
    'response-property': error('response-property-max-contains-increased'),
    'response-header': error('response-header-max-contains-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': error('request-body-max-contains-decreased'),
    'request-property': error('request-property-max-contains-decreased'),
    'request-parameter': error('request-parameter-max-contains-decreased'),
    'request-parameter-property': error('request-parameter-property-max-contains-decreased'),
    'response-body': info('response-body-max-contains-decreased'),
    'response-property': info('response-property-max-contains-decreased'),
    'response-header': info('response-header-max-contains-decreased'),
  }),
};

const minContains = {
  increased: schemaChecks('constraints', 'increase', {
    'request-body': error('request-body-min-contains-increased'),
    'request-property': error('request-property-min-contains-increased'),
    'request-parameter': error('request-parameter-min-contains-increased'),
    'request-parameter-property': error('request-parameter-property-min-contains-increased'),
    'response-body': info('response-body-min-contains-increased'),
    'response-property': info('response-property-min-contains-increased'),
    'response-header': info('response-header-min-contains-increased'),
  }),
  decreased: schemaChecks('constraints', 'decrease', {
    'request-body': info('request-body-min-contains-decreased'),
    'request-property': info('request-property-min-contains-decreased'),
    'request-parameter': info('request-parameter-min-contains-decreased'),
    'request-parameter-property': info('request-parameter-property-min-contains-decreased'),
    'response-body': error('response-body-min-contains-decreased'),
    'response-property': error('response-property-min-contains-decreased'),
    'response-header': error('response-header-min-contains-decreased'),
  }),
};

export const contains = schemaFamily({
  name: 'contains',
  effect: 'values',
  checks: [contained, maxContains, minContains],
  compare: (pair) => [
    ...compareSubschema(pair, 'contains', contained).map((found) => ({ ...found, keywords })),
    ...compareBound(pair, { keyword: 'maxContains', words: 'maximum number of matching items' }, maxContains),
    ...compareMinimum(pair),
  ],
});

/** What `contains` says, with its limits. */
const keywords: readonly Keyword[] = ['contains', 'minContains', 'maxContains'];

/** Without `contains` the minimum means nothing; beside it, an absent one is 1. */
function compareMinimum({ base, revision }: SchemaPair) {
  if (base.keywords['contains'] === undefined || revision.keywords['contains'] === undefined) return noChanges;
  const [from, to] = [numberAt(base.keywords['minContains']) ?? 1, numberAt(revision.keywords['minContains']) ?? 1];
  if (from === to) return noChanges;
  return [
    to > from
      ? change(minContains.increased, `minimum number of matching items increased from ${from} to ${to}`, 'minContains')
      : change(
          minContains.decreased,
          `minimum number of matching items decreased from ${from} to ${to}`,
          'minContains',
        ),
  ];
}

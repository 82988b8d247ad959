import { compareStability } from '../../lifecycle/compare-stability.js';
import { compareLifecycles } from '../../lifecycle/judge-lifecycle.js';
import { readLifecycle } from '../../../openapi/lifecycle-marks.js';
import { sharedStep, type SharedProperty } from '../../schema/shared-properties.js';
import {
  change,
  error,
  info,
  noChanges,
  propertyChecks,
  schemaFamily,
  type SchemaPair,
} from '../../schema/schema-family.js';

const lifecycle = {
  deprecated: propertyChecks('lifecycle', 'change', {
    'request-property': info('request-property-deprecated'),
    'request-parameter-property': null,
    'response-property': info('response-property-deprecated'),
  }),
  'deprecated-with-sunset': propertyChecks('lifecycle', 'change', {
    'request-property': info('request-property-deprecated-with-sunset'),
    'request-parameter-property': null,
    'response-property': info('response-property-deprecated-with-sunset'),
  }),
  reactivated: propertyChecks('lifecycle', 'change', {
    'request-property': info('request-property-reactivated'),
    'request-parameter-property': null,
    'response-property': info('response-property-reactivated'),
  }),
  'sunset-missing': propertyChecks('lifecycle', 'change', {
    'request-property': error('request-property-deprecated-sunset-missing'),
    'request-parameter-property': null,
    'response-property': error('response-property-deprecated-sunset-missing'),
  }),
  'sunset-invalid': propertyChecks('lifecycle', 'change', {
    'request-property': error('request-property-deprecated-sunset-invalid'),
    'request-parameter-property': null,
    'response-property': error('response-property-deprecated-sunset-invalid'),
  }),
  'sunset-too-small': propertyChecks('lifecycle', 'change', {
    'request-property': error('request-property-sunset-date-too-small'),
    'request-parameter-property': null,
    'response-property': error('response-property-sunset-date-too-small'),
  }),
  'sunset-deleted': propertyChecks('lifecycle', 'remove', {
    'request-property': error('request-property-sunset-deleted'),
    'request-parameter-property': null,
    'response-property': error('response-property-sunset-deleted'),
  }),
  'sunset-moved-earlier': propertyChecks('lifecycle', 'change', {
    'request-property': error('request-property-sunset-date-changed-too-small'),
    'request-parameter-property': null,
    'response-property': error('response-property-sunset-date-changed-too-small'),
  }),
};

const stability = {
  decreased: propertyChecks('lifecycle', 'decrease', {
    'request-property': error('request-property-stability-decreased'),
    'request-parameter-property': null,
    'response-property': error('response-property-stability-decreased'),
  }),
  increased: propertyChecks('lifecycle', 'increase', {
    'request-property': info('request-property-stability-increased'),
    'request-parameter-property': null,
    'response-property': info('response-property-stability-increased'),
  }),
};

export const propertyLifecycle = schemaFamily({
  name: 'property-lifecycle',
  checks: [lifecycle, stability],
  compare: (pair) =>
    pair.properties.flatMap((property) => {
      const step = sharedStep(property.name, property.base, property.revision);
      return [...compareDeprecations(property, pair), ...compareStabilities(property)].map((found) => ({
        ...found,
        step,
      }));
    }),
});

function compareDeprecations({ name, base, revision }: SharedProperty, { policy }: SchemaPair) {
  if (base.keywords['deprecated'] === undefined && revision.keywords['deprecated'] === undefined) return noChanges;
  return compareLifecycles(readLifecycle(base.keywords), readLifecycle(revision.keywords), policy).map(
    ({ event, text }) =>
      change(lifecycle[event === 'sunset-became-invalid' ? 'sunset-invalid' : event], text, 'properties', name),
  );
}

function compareStabilities({ name, base, revision }: SharedProperty) {
  const found = compareStability(base.keywords, revision.keywords);
  if (!found || found.kind === 'invalid') return noChanges;
  return [change(stability[found.kind], found.text, 'properties', name, 'x-stability-level')];
}

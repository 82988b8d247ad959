import type { SchemaPlace } from '../../schema/schema-place.js';
import { sharedStep } from '../../schema/shared-properties.js';
import {
  change,
  info,
  noChanges,
  propertyChecks,
  schemaFamily,
  warning,
  type ChangeOf,
} from '../../schema/schema-family.js';

const required = {
  'read-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-required-property-became-read-only'),
    'request-parameter-property': null,
    'response-property': info('response-required-property-became-read-only'),
  }),
  'not-read-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-required-property-became-not-read-only'),
    'request-parameter-property': null,
    'response-property': info('response-required-property-became-not-read-only'),
  }),
  'write-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-required-property-became-write-only'),
    'request-parameter-property': null,
    'response-property': info('response-required-property-became-write-only'),
  }),
  'not-write-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-required-property-became-not-write-only'),
    'request-parameter-property': null,
    'response-property': warning('response-required-property-became-not-write-only'),
  }),
};

const optional = {
  'read-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-optional-property-became-read-only'),
    'request-parameter-property': null,
    'response-property': info('response-optional-property-became-read-only'),
  }),
  'not-read-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-optional-property-became-not-read-only'),
    'request-parameter-property': null,
    'response-property': info('response-optional-property-became-not-read-only'),
  }),
  'write-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-optional-property-became-write-only'),
    'request-parameter-property': null,
    'response-property': info('response-optional-property-became-write-only'),
  }),
  'not-write-only': propertyChecks('mutability', 'change', {
    'request-property': info('request-optional-property-became-not-write-only'),
    'request-parameter-property': null,
    'response-property': info('response-optional-property-became-not-write-only'),
  }),
};

export const propertyMutability = schemaFamily({
  name: 'property-mutability',
  checks: [required, optional],
  compare: (pair) =>
    pair.properties.flatMap(({ name, base, revision }) => {
      const checks = pair.revision.required.has(name) ? required : optional;
      return keywords.flatMap(([keyword, words]): readonly ChangeOf<typeof checks>[] => {
        const [from, to] = [base.keywords[keyword] === true, revision.keywords[keyword] === true];
        if (from === to) return noChanges;
        const found = to
          ? change(checks[words], `became ${words}`, 'properties', name, keyword)
          : change(checks[`not-${words}`], `is no longer ${words}`, 'properties', name, keyword);
        const idAt = (place: SchemaPlace) => found.idAt(asResponse(place));
        return [{ ...found, idAt, step: sharedStep(name, base, revision) }];
      });
    }),
});

const keywords = [
  ['readOnly', 'read-only'],
  ['writeOnly', 'write-only'],
] as const;

/** Properties inside a response header have these checks in common with those of a response body. */
function asResponse(place: SchemaPlace): SchemaPlace {
  return place.name === 'response-header-property' ? { ...place, name: 'response-property' } : place;
}

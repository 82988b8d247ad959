import type { SchemaPlace } from '../../schema/schema-place.js';
import { sharedStep } from '../../schema/shared-properties.js';
import {
  change,
  error,
  info,
  noChanges,
  propertyChecks,
  schemaFamily,
  warning,
  type ChangeOf,
  type SchemaPair,
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

/** What a client no longer may send or receive, or must send now, because a property became visible or hidden. */
const visibility = {
  lostRequired: propertyChecks('mutability', 'change', {
    'request-property': null,
    'request-parameter-property': null,
    'response-property': error('response-required-property-became-hidden'),
  }),
  lostOptional: propertyChecks('mutability', 'change', {
    'request-property': null,
    'request-parameter-property': null,
    'response-property': warning('response-optional-property-became-hidden'),
  }),
  demanded: propertyChecks('mutability', 'change', {
    'request-property': error('request-required-property-became-writable'),
    'request-parameter-property': null,
    'response-property': null,
  }),
  refused: propertyChecks('mutability', 'change', {
    'request-property': warning('request-property-became-unwritable'),
    'request-parameter-property': null,
    'response-property': null,
  }),
};

export const propertyMutability = schemaFamily({
  name: 'property-mutability',
  effect: 'members',
  checks: [required, optional, visibility],
  compare: (pair) => [
    ...compareVisibility(pair),
    ...pair.properties.flatMap(({ name, base, revision }) => {
      const checks = pair.revision.required.has(name) ? required : optional;
      return keywords.flatMap(([keyword, words]): readonly ChangeOf<typeof checks>[] => {
        const [from, to] = [base.keywords[keyword] === true, revision.keywords[keyword] === true];
        if (from === to) return noChanges;
        const found = to
          ? change(checks[words], `became ${words}`, 'properties', name, keyword)
          : change(checks[`not-${words}`], `is no longer ${words}`, 'properties', name, keyword);
        const idAt = (place: SchemaPlace) => found.idAt(asResponse(place));
        return [{ ...found, idAt, isNote: true, step: sharedStep(name, base, revision) }];
      });
    }),
  ],
});

/** A side that never sees a property does not have to send it (OpenAPI 3.1, section 4.8.24). */
function compareVisibility({ base, revision, properties }: SchemaPair): readonly ChangeOf<typeof visibility>[] {
  return properties.flatMap(({ name, base: from, revision: to }) => {
    const changed = (keyword: 'readOnly' | 'writeOnly') =>
      Number(to.keywords[keyword] === true) - Number(from.keywords[keyword] === true);
    const tokens = ['properties', name] as const;
    const lost = base.required.has(name) ? visibility.lostRequired : visibility.lostOptional;
    return [
      ...(changed('writeOnly') > 0 ? [change(lost, 'is no longer in the response (write-only)', ...tokens)] : []),
      ...(changed('readOnly') > 0 ? [change(visibility.refused, 'may no longer be sent (read-only)', ...tokens)] : []),
      ...(changed('readOnly') < 0 && base.required.has(name) && revision.required.has(name)
        ? [change(visibility.demanded, 'must now be sent: it is required, and no longer read-only', ...tokens)]
        : []),
    ].map((found) => ({ ...found, step: stepInto(name) }));
  });
}

/** What became visible or hidden was seen on one side, so that its level is that of its check. */
function stepInto(name: string) {
  return { trail: name, inside: true, readOnly: false, writeOnly: false } as const;
}

const keywords = [
  ['readOnly', 'read-only'],
  ['writeOnly', 'write-only'],
] as const;

/** Properties inside a response header have these checks in common with those of a response body. */
function asResponse(place: SchemaPlace): SchemaPlace {
  return place.name === 'response-header-property' ? { ...place, name: 'response-property' } : place;
}

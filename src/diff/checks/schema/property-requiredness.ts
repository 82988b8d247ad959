import type { Keyword } from '../../../jsonschema/keywords.js';
import type { SchemaPlace } from '../../schema/schema-place.js';
import { sharedStep } from '../../schema/shared-properties.js';
import { error, idAt, info, propertyChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  becameRequired: propertyChecks('requiredness', 'change', {
    'request-property': error('request-property-became-required'),
    'request-parameter-property': error('request-parameter-property-became-required'),
    'request-header-property': error('request-header-property-became-required'),
    'response-property': info('response-property-became-required'),
    'response-write-only-property': info('response-write-only-property-became-required'),
  }),
  becameRequiredWithDefault: propertyChecks('requiredness', 'change', {
    'request-property': error('request-property-became-required-with-default'),
    'request-parameter-property': null,
    'response-property': null,
  }),
  becameOptional: propertyChecks('requiredness', 'change', {
    'request-property': info('request-property-became-optional'),
    'request-parameter-property': info('request-parameter-property-became-optional'),
    'response-property': error('response-property-became-optional'),
    'response-write-only-property': info('response-write-only-property-became-optional'),
  }),
};

const keywords: readonly Keyword[] = ['required'];

export const propertyRequiredness = schemaFamily({
  name: 'property-requiredness',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision, baseSchemas, revisionSchemas }) => {
    const isShared = (name: string) =>
      (base.properties[name] === undefined) === (revision.properties[name] === undefined);
    const became = [...revision.required].filter((name) => !base.required.has(name) && isShared(name));
    const ceased = [...base.required].filter((name) => !revision.required.has(name) && isShared(name));
    const step = (name: string) =>
      sharedStep(name, baseSchemas.view(base.properties[name]), revisionSchemas.view(revision.properties[name]));
    return [
      ...became.map((name) => {
        const hasDefault = revisionSchemas.view(revision.properties[name]).keywords['default'] !== undefined;
        const special = (place: SchemaPlace) => (hasDefault ? idAt(checks.becameRequiredWithDefault, place) : null);
        return {
          tokens: ['properties', name],
          text: 'became required',
          idAt: (place: SchemaPlace) => special(place) ?? idAt(checks.becameRequired, place),
          keywords,
          step: step(name),
        };
      }),
      ...ceased.map((name) => ({
        idAt: (place: SchemaPlace) => idAt(checks.becameOptional, place),
        tokens: ['properties', name],
        text: 'became optional',
        keywords,
        step: step(name),
      })),
    ];
  },
});

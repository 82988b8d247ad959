import type { SchemaView } from '../../../jsonschema/read-schemas.js';
import { change, error, info, noChanges, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  becameNullable: schemaChecks('requiredness', 'change', {
    'request-body': info('request-body-became-nullable'),
    'request-property': info('request-property-became-nullable'),
    'request-parameter': info('request-parameter-became-nullable'),
    'request-parameter-property': info('request-parameter-property-became-nullable'),
    'response-body': error('response-body-became-nullable'),
    'response-property': error('response-property-became-nullable'),
    'response-header': error('response-header-became-nullable'),
  }),
  becameNotNullable: schemaChecks('requiredness', 'change', {
    'request-body': error('request-body-became-not-nullable'),
    'request-property': error('request-property-became-not-nullable'),
    'request-parameter': error('request-parameter-became-not-nullable'),
    'request-parameter-property': error('request-parameter-property-became-not-nullable'),
    'response-body': info('response-body-became-not-nullable'),
    'response-property': info('response-property-became-not-nullable'),
    'response-header': info('response-header-became-not-nullable'),
  }),
};

export const nullability = schemaFamily({
  name: 'nullability',
  effect: 'values',
  checks: [checks],
  compare: ({ base, revision }) => {
    if (base.nullable === revision.nullable || !decides(base) || !decides(revision)) return noChanges;
    const found = revision.nullable
      ? change(checks.becameNullable, 'may now be null')
      : change(checks.becameNotNullable, 'may no longer be null');
    return [{ ...found, values: [null] }];
  },
});

/** A schema without a type says nothing about null. */
function decides({ types, keywords, nullable }: SchemaView): boolean {
  return types.length > 0 || nullable || keywords['enum'] !== undefined || keywords['const'] !== undefined;
}

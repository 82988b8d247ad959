import { error, noChanges, schemaChecks, schemaFamily } from '../../schema/schema-family.js';

const checks = {
  changed: schemaChecks('constraints', 'change', {
    'request-body': error('request-body-accepts-less'),
    'request-property': null,
    'request-parameter': error('request-parameter-accepts-less'),
    'request-parameter-property': null,
    'response-body': error('response-body-allows-more'),
    'response-property': null,
    'response-header': error('response-header-allows-more'),
  }),
};

/** What whole schemas mean where no keyword shows it; it is reported where a schema is used. */
export const acceptedValues = schemaFamily({
  name: 'accepted-values',
  checks: [checks],
  compare: () => noChanges,
});

/** The checks of the whole schema of a use. */
export const acceptedValuesChecks = checks.changed;

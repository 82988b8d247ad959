import { compareSubschema } from '../../schema/compare-subschemas.js';
import { show } from '../../family.js';
import type { SchemaView } from '../../../jsonschema/read-schemas.js';
import {
  change,
  error,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type PlacedChecks,
  type SchemaPair,
} from '../../schema/schema-family.js';

const schema = {
  added: schemaChecks('existence', 'add', {
    'request-body': error('request-body-content-schema-added'),
    'request-property': error('request-property-content-schema-added'),
    'request-parameter': error('request-parameter-content-schema-added'),
    'request-parameter-property': error('request-parameter-property-content-schema-added'),
    'response-body': info('response-body-content-schema-added'),
    'response-property': info('response-property-content-schema-added'),
    'response-header': info('response-header-content-schema-added'),
  }),
  removed: schemaChecks('existence', 'remove', {
    'request-body': info('request-body-content-schema-removed'),
    'request-property': info('request-property-content-schema-removed'),
    'request-parameter': info('request-parameter-content-schema-removed'),
    'request-parameter-property': info('request-parameter-property-content-schema-removed'),
    'response-body': error('response-body-content-schema-removed'),
    'response-property': error('response-property-content-schema-removed'),
    'response-header': error('response-header-content-schema-removed'),
  }),
};

const checks = {
  mediaTypeChanged: schemaChecks('type', 'change', {
    'request-body': error('request-body-content-media-type-changed'),
    'request-property': error('request-property-content-media-type-changed'),
    'request-parameter': error('request-parameter-content-media-type-changed'),
    'request-parameter-property': error('request-parameter-property-content-media-type-changed'),
    'response-body': error('response-body-content-media-type-changed'),
    'response-property': error('response-property-content-media-type-changed'),
    'response-header': error('response-header-content-media-type-changed'),
  }),
  encodingChanged: schemaChecks('type', 'change', {
    'request-body': error('request-body-content-encoding-changed'),
    'request-property': error('request-property-content-encoding-changed'),
    'request-parameter': error('request-parameter-content-encoding-changed'),
    'request-parameter-property': error('request-parameter-property-content-encoding-changed'),
    'response-body': error('response-body-content-encoding-changed'),
    'response-property': error('response-property-content-encoding-changed'),
    'response-header': error('response-header-content-encoding-changed'),
  }),
};

export const content = schemaFamily({
  name: 'content',
  checks: [schema, checks],
  compare: (pair) => [
    ...compareSubschema(pair, 'contentSchema', schema),
    ...compareText(pair, 'contentMediaType', checks.mediaTypeChanged),
    ...(encodingOf(pair.base) === encodingOf(pair.revision)
      ? noChanges
      : compareText(pair, 'contentEncoding', checks.encodingChanged)),
  ],
});

/** OpenAPI 3.0 writes base64 as a format. */
function encodingOf({ keywords }: SchemaView) {
  return keywords['contentEncoding'] ?? (keywords['format'] === 'byte' ? 'base64' : undefined);
}

function compareText<Id extends string>({ base, revision }: SchemaPair, keyword: string, changed: PlacedChecks<Id>) {
  const [from, to] = [base.keywords[keyword], revision.keywords[keyword]];
  if (from === to) return noChanges;
  return [change(changed, `${keyword} changed from ${show(from)} to ${show(to)}`, keyword)];
}

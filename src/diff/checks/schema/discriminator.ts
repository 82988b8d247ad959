import { isObject, keysOfEither, objectAt, sameJson, textAt, type Json, type JsonObject } from '../../../json/json.js';
import { show } from '../../family.js';
import type { SchemaReader } from '../../../jsonschema/read-schemas.js';
import {
  change,
  error,
  info,
  noChanges,
  schemaChecks,
  schemaFamily,
  type ChangeOf,
  type SchemaPair,
} from '../../schema/schema-family.js';

const checks = {
  added: schemaChecks('structure', 'add', {
    'request-body': info('request-body-discriminator-added'),
    'request-property': info('request-property-discriminator-added'),
    'request-parameter': info('request-parameter-discriminator-added'),
    'request-parameter-property': info('request-parameter-property-discriminator-added'),
    'response-body': info('response-body-discriminator-added'),
    'response-property': info('response-property-discriminator-added'),
    'response-header': info('response-header-discriminator-added'),
  }),
  removed: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-discriminator-removed'),
    'request-property': info('request-property-discriminator-removed'),
    'request-parameter': info('request-parameter-discriminator-removed'),
    'request-parameter-property': info('request-parameter-property-discriminator-removed'),
    'response-body': info('response-body-discriminator-removed'),
    'response-property': info('response-property-discriminator-removed'),
    'response-header': info('response-header-discriminator-removed'),
  }),
  renamed: schemaChecks('structure', 'change', {
    'request-body': error('request-body-discriminator-property-name-changed'),
    'request-property': error('request-property-discriminator-property-name-changed'),
    'request-parameter': error('request-parameter-discriminator-property-name-changed'),
    'request-parameter-property': error('request-parameter-property-discriminator-property-name-changed'),
    'response-body': error('response-body-discriminator-property-name-changed'),
    'response-property': error('response-property-discriminator-property-name-changed'),
    'response-header': error('response-header-discriminator-property-name-changed'),
  }),
  mappingAdded: schemaChecks('structure', 'add', {
    'request-body': info('request-body-discriminator-mapping-added'),
    'request-property': info('request-property-discriminator-mapping-added'),
    'request-parameter': info('request-parameter-discriminator-mapping-added'),
    'request-parameter-property': info('request-parameter-property-discriminator-mapping-added'),
    'response-body': info('response-body-discriminator-mapping-added'),
    'response-property': info('response-property-discriminator-mapping-added'),
    'response-header': info('response-header-discriminator-mapping-added'),
  }),
  mappingRemoved: schemaChecks('structure', 'remove', {
    'request-body': info('request-body-discriminator-mapping-deleted'),
    'request-property': info('request-property-discriminator-mapping-deleted'),
    'request-parameter': info('request-parameter-discriminator-mapping-deleted'),
    'request-parameter-property': info('request-parameter-property-discriminator-mapping-deleted'),
    'response-body': info('response-body-discriminator-mapping-deleted'),
    'response-property': info('response-property-discriminator-mapping-deleted'),
    'response-header': info('response-header-discriminator-mapping-deleted'),
  }),
  mappingChanged: schemaChecks('structure', 'change', {
    'request-body': info('request-body-discriminator-mapping-changed'),
    'request-property': info('request-property-discriminator-mapping-changed'),
    'request-parameter': info('request-parameter-discriminator-mapping-changed'),
    'request-parameter-property': info('request-parameter-property-discriminator-mapping-changed'),
    'response-body': info('response-body-discriminator-mapping-changed'),
    'response-property': info('response-property-discriminator-mapping-changed'),
    'response-header': info('response-header-discriminator-mapping-changed'),
  }),
  retargeted: schemaChecks('structure', 'change', {
    'request-body': error('request-body-discriminator-retargeted'),
    'request-property': error('request-property-discriminator-retargeted'),
    'request-parameter': error('request-parameter-discriminator-retargeted'),
    'request-parameter-property': error('request-parameter-property-discriminator-retargeted'),
    'response-body': error('response-body-discriminator-retargeted'),
    'response-property': error('response-property-discriminator-retargeted'),
    'response-header': error('response-header-discriminator-retargeted'),
  }),
};

export const discriminator = schemaFamily({
  name: 'discriminator',
  checks: [checks],
  compare: (pair) => {
    const { base, revision } = pair;
    const [from, to] = [base.keywords['discriminator'], revision.keywords['discriminator']];
    if (from === undefined && to === undefined) return noChanges;
    if (!isObject(from)) {
      const text = `now has the discriminator ${show(objectAt(to)['propertyName'])}`;
      return [change(checks.added, text, 'discriminator')];
    }
    if (!isObject(to)) {
      const text = `no longer has the discriminator ${show(from['propertyName'])}`;
      return [change(checks.removed, text, 'discriminator')];
    }
    return [...compareNames(from, to), ...compareMappings(pair, objectAt(from['mapping']), objectAt(to['mapping']))];
  },
});

function compareNames(from: JsonObject, to: JsonObject) {
  if (from['propertyName'] === to['propertyName']) return noChanges;
  const text = `discriminator changed from ${show(from['propertyName'])} to ${show(to['propertyName'])}`;
  return [change(checks.renamed, text, 'discriminator', 'propertyName')];
}

function compareMappings(pair: SchemaPair, from: JsonObject, to: JsonObject) {
  return keysOfEither(from, to).flatMap((key): readonly ChangeOf<typeof checks>[] => {
    if (from[key] === to[key]) return noChanges;
    const tokens = ['discriminator', 'mapping', key];
    if (from[key] === undefined) return [change(checks.mappingAdded, `discriminator now maps ${show(key)}`, ...tokens)];
    if (to[key] === undefined)
      return [change(checks.mappingRemoved, `discriminator no longer maps ${show(key)}`, ...tokens)];
    const text = `discriminator now maps ${show(key)} to ${show(to[key])} instead of ${show(from[key])}`;
    const isSame = sameJson(targetOf(pair.baseSchemas, from[key]), targetOf(pair.revisionSchemas, to[key]));
    return [change(isSame ? checks.mappingChanged : checks.retargeted, text, ...tokens)];
  });
}

/** The keywords of the schema that a mapping leads to: by a reference, or by the name of a component. */
function targetOf(schemas: SchemaReader, target: Json | undefined): JsonObject {
  const text = textAt(target) ?? '';
  const { types, keywords } = schemas.view({ $ref: /[#/.]/.test(text) ? text : `#/components/schemas/${text}` });
  return { ...keywords, type: types };
}

import type { SchemaView } from '../../../jsonschema/read-schemas.js';
import type { SchemaPlace, SchemaStep } from '../../schema/schema-place.js';
import { show } from '../../family.js';
import {
  change,
  error,
  idAt,
  info,
  noChanges,
  propertyChecks,
  schemaFamily,
  warning,
} from '../../schema/schema-family.js';

const removed = {
  optional: propertyChecks('existence', 'remove', {
    'request-property': warning('request-property-removed'),
    'request-parameter-property': warning('request-parameter-property-removed'),
    'response-property': warning('response-optional-property-removed'),
    'response-write-only-property': info('response-optional-write-only-property-removed'),
  }),
  required: propertyChecks('existence', 'remove', {
    'request-property': warning('request-property-removed'),
    'request-parameter-property': warning('request-parameter-property-removed'),
    'response-property': error('response-required-property-removed'),
    'response-write-only-property': info('response-required-write-only-property-removed'),
  }),
};

const added = {
  optional: propertyChecks('existence', 'add', {
    'request-property': info('new-optional-request-property'),
    'request-parameter-property': info('new-optional-request-parameter-property'),
    'response-property': info('response-optional-property-added'),
    'response-write-only-property': info('response-optional-write-only-property-added'),
  }),
  required: propertyChecks('existence', 'add', {
    'request-property': error('new-required-request-property'),
    'request-parameter-property': error('new-required-request-parameter-property'),
    'request-header-property': error('new-required-request-header-property'),
    'response-property': info('response-required-property-added'),
    'response-write-only-property': info('response-required-write-only-property-added'),
  }),
  requiredWithDefault: propertyChecks('existence', 'add', {
    'request-property': error('new-required-request-property-with-default'),
    'request-parameter-property': null,
    'response-property': null,
  }),
};

export const propertyPresence = schemaFamily({
  name: 'property-presence',
  effect: 'members',
  checks: [removed, added],
  compare: (pair) => {
    const { base, revision } = pair;
    if (base.properties === revision.properties) return noChanges;
    const gone = Object.keys(base.properties).filter((name) => revision.properties[name] === undefined);
    const fresh = Object.keys(revision.properties).filter((name) => base.properties[name] === undefined);
    return [
      ...gone.map((name) => removeProperty(name, base, pair.baseSchemas.view(base.properties[name]))),
      ...fresh.map((name) => addProperty(name, revision, pair.revisionSchemas.view(revision.properties[name]))),
    ];
  },
});

function removeProperty(name: string, owner: SchemaView, property: SchemaView) {
  const need = owner.required.has(name) ? 'required' : 'optional';
  return {
    ...change(removed[need], `was removed (it was ${need})`, 'properties', name),
    step: stepInto(name, property),
  };
}

function addProperty(name: string, owner: SchemaView, property: SchemaView) {
  const need = owner.required.has(name) ? 'required' : 'optional';
  const defaultValue = need === 'required' ? property.keywords['default'] : undefined;
  const text = `is new and ${need}${defaultValue === undefined ? '' : `, with the default value ${show(defaultValue)}`}`;
  const found = { ...change(added[need], text, 'properties', name), step: stepInto(name, property) };
  if (defaultValue === undefined) return found;
  return { ...found, idAt: (place: SchemaPlace) => idAt(added.requiredWithDefault, place) ?? found.idAt(place) };
}

function stepInto(name: string, property: SchemaView): SchemaStep {
  return {
    trail: name,
    inside: true,
    readOnly: property.keywords['readOnly'] === true,
    writeOnly: property.keywords['writeOnly'] === true,
  };
}

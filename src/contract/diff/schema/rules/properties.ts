import type { SchemaPlace, SchemaStep } from '../schema-place.js';
import { sharedStep } from '../shared-properties.js';
import { noChanges, show, type SchemaChange, type SchemaRule } from '../schema-rule.js';
import type { SchemaView } from '../schema-view.js';

export const propertyPresenceRule: SchemaRule = {
  name: 'property-presence',
  compare: (pair) => {
    const { base, revision } = pair;
    if (base.properties === revision.properties) return noChanges;
    const removed = Object.keys(base.properties).filter((name) => revision.properties[name] === undefined);
    const added = Object.keys(revision.properties).filter((name) => base.properties[name] === undefined);
    return [
      ...removed.map((name) => removeProperty(name, base, pair.baseSchemas.view(base.properties[name]))),
      ...added.map((name) => addProperty(name, revision, pair.revisionSchemas.view(revision.properties[name]))),
    ];
  },
};

function removeProperty(name: string, owner: SchemaView, property: SchemaView): SchemaChange {
  const need = owner.required.has(name) ? 'required' : 'optional';
  return {
    ids: (place) => nameRemoval(place, need),
    tokens: ['properties', name],
    text: `was removed (it was ${need})`,
    step: stepInto(name, property),
  };
}

function nameRemoval(place: SchemaPlace, need: 'required' | 'optional'): readonly string[] {
  if (place.name !== 'response-property') return [`${place.name}-removed`];
  return [place.hidden ? `response-${need}-write-only-property-removed` : `response-${need}-property-removed`];
}

function addProperty(name: string, owner: SchemaView, property: SchemaView): SchemaChange {
  const need = owner.required.has(name) ? 'required' : 'optional';
  const defaulted = property.keywords['default'] !== undefined;
  return {
    ids: (place) => nameAddition(place, need, defaulted),
    tokens: ['properties', name],
    text:
      need === 'required' && defaulted
        ? `is new and required, with the default value ${show(property.keywords['default'])}`
        : `is new and ${need}`,
    step: stepInto(name, property),
  };
}

function nameAddition(place: SchemaPlace, need: 'required' | 'optional', defaulted: boolean): readonly string[] {
  if (place.name === 'response-property') {
    return [place.hidden ? `response-${need}-write-only-property-added` : `response-${need}-property-added`];
  }
  if (place.name === 'request-parameter-property') {
    return need === 'required' && place.carrier === 'header'
      ? ['new-required-request-header-property']
      : [`new-${need}-request-parameter-property`];
  }
  if (place.name !== 'request-property') return [];
  return [
    need === 'required' && defaulted ? 'new-required-request-property-with-default' : `new-${need}-request-property`,
  ];
}

export const propertyRequirednessRule: SchemaRule = {
  name: 'property-requiredness',
  compare: ({ base, revision, baseSchemas, revisionSchemas }) => {
    const known = (name: string) => (base.properties[name] === undefined) === (revision.properties[name] === undefined);
    const became = [...revision.required].filter((name) => !base.required.has(name) && known(name));
    const ceased = [...base.required].filter((name) => !revision.required.has(name) && known(name));
    const step = (name: string) =>
      sharedStep(name, baseSchemas.view(base.properties[name]), revisionSchemas.view(revision.properties[name]));
    return [
      ...became.map((name): SchemaChange => {
        const defaulted = revisionSchemas.view(revision.properties[name]).keywords['default'] !== undefined;
        return {
          ids: (place) => nameRequired(place, defaulted),
          tokens: ['properties', name],
          text: 'became required',
          step: step(name),
        };
      }),
      ...ceased.map(
        (name): SchemaChange => ({
          ids: nameOptional,
          tokens: ['properties', name],
          text: 'became optional',
          step: step(name),
        }),
      ),
    ];
  },
};

function nameRequired(place: SchemaPlace, defaulted: boolean): readonly string[] {
  if (place.name === 'request-parameter-property' && place.carrier === 'header')
    return ['request-header-property-became-required'];
  if (place.name === 'request-property' && defaulted) return ['request-property-became-required-with-default'];
  if (place.name === 'response-property' && place.hidden) return ['response-write-only-property-became-required'];
  return place.name === 'response-header-property' ? [] : [`${place.name}-became-required`];
}

function nameOptional(place: SchemaPlace): readonly string[] {
  if (place.name === 'response-property' && place.hidden) return ['response-write-only-property-became-optional'];
  return place.name === 'response-header-property' ? [] : [`${place.name}-became-optional`];
}

export const propertyMutabilityRule: SchemaRule = {
  name: 'property-mutability',
  compare: (pair) =>
    pair.properties.flatMap(({ name, base, revision }) => {
      const need = pair.revision.required.has(name) ? 'required' : 'optional';
      return (['readOnly', 'writeOnly'] as const).flatMap((keyword): readonly SchemaChange[] => {
        const [from, to] = [base.keywords[keyword] === true, revision.keywords[keyword] === true];
        if (from === to) return noChanges;
        const words = keyword === 'readOnly' ? 'read-only' : 'write-only';
        const became = `became-${to ? '' : 'not-'}${words}`;
        return [
          {
            ids: ({ direction, name: place }) =>
              place.endsWith('parameter-property') ? [] : [`${direction}-${need}-property-${became}`],
            tokens: ['properties', name, keyword],
            text: to ? `became ${words}` : `is no longer ${words}`,
            step: sharedStep(name, base, revision),
          },
        ];
      });
    }),
};

function stepInto(name: string, property: SchemaView): SchemaStep {
  return {
    trail: name,
    inside: true,
    readOnly: property.keywords['readOnly'] === true,
    writeOnly: property.keywords['writeOnly'] === true,
  };
}

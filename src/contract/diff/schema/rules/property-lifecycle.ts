import { compareLifecycles, type LifecycleEvent } from '../../lifecycle/compare-lifecycles.js';
import { readLifecycle } from '../../lifecycle/read-lifecycle.js';
import { compareStability } from '../../stability.js';
import { noChanges, type SchemaChange, type SchemaRule } from '../schema-rule.js';
import { sharedStep } from '../shared-properties.js';

const eventNames: Readonly<Record<LifecycleEvent, string>> = {
  deprecated: 'deprecated',
  'deprecated-with-sunset': 'deprecated-with-sunset',
  reactivated: 'reactivated',
  'sunset-missing': 'deprecated-sunset-missing',
  'sunset-invalid': 'deprecated-sunset-invalid',
  'sunset-too-small': 'sunset-date-too-small',
  'sunset-deleted': 'sunset-deleted',
  'sunset-moved-earlier': 'sunset-date-changed-too-small',
};

export const propertyLifecycleRule: SchemaRule = {
  name: 'property-lifecycle',
  compare: (pair) =>
    pair.properties.flatMap(({ name, base, revision }): readonly SchemaChange[] => {
      if (base.keywords['deprecated'] === undefined && revision.keywords['deprecated'] === undefined) return noChanges;
      const changes = compareLifecycles(readLifecycle(base.keywords), readLifecycle(revision.keywords), pair.policy);
      return changes.map(({ event, text }) => ({
        ids: (place) => [`${place.name}-${eventNames[event]}`],
        tokens: ['properties', name],
        text,
        step: sharedStep(name, base, revision),
      }));
    }),
};

export const propertyStabilityRule: SchemaRule = {
  name: 'property-stability',
  compare: (pair) =>
    pair.properties.flatMap(({ name, base, revision }): readonly SchemaChange[] => {
      const change = compareStability(base.keywords, revision.keywords);
      if (!change || change.kind === 'invalid') return noChanges;
      return [
        {
          ids: (place) => [`${place.name}-stability-${change.kind}`],
          tokens: ['properties', name, 'x-stability-level'],
          text: change.text,
          step: sharedStep(name, base, revision),
        },
      ];
    }),
};

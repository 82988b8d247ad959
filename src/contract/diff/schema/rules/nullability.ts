import { change, noChanges, type SchemaRule } from '../schema-rule.js';
import type { SchemaView } from '../schema-view.js';

export const nullabilityRule: SchemaRule = {
  name: 'nullability',
  compare: ({ base, revision }) => {
    if (base.nullable === revision.nullable || !decides(base) || !decides(revision)) return noChanges;
    return [
      revision.nullable
        ? change('became-nullable', 'may now be null')
        : change('became-not-nullable', 'may no longer be null'),
    ];
  },
};

/** A schema of any type says nothing of null. */
function decides({ types, keywords, nullable }: SchemaView): boolean {
  return types.length > 0 || nullable || keywords['enum'] !== undefined || keywords['const'] !== undefined;
}

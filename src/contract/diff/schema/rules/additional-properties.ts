import type { Json } from '../../../../json/json.js';
import { change, noChanges, type SchemaRule } from '../schema-rule.js';

export const additionalPropertiesRule: SchemaRule = {
  name: 'additional-properties',
  compare: ({ base, revision }) => {
    const [from, to] = [
      freedom(base.keywords['additionalProperties']),
      freedom(revision.keywords['additionalProperties']),
    ];
    if (from === to) return noChanges;
    const text = `additional properties are ${words[to]} now; they were ${words[from]}`;
    return [
      change(
        to < from ? 'additional-properties-restricted' : 'additional-properties-relaxed',
        text,
        'additionalProperties',
      ),
    ];
  },
};

const words = ['refused', 'allowed with a schema', 'allowed'] as const;

/** How free additional properties are; two different schemas are compared as schemas. */
function freedom(value: Json | undefined): 0 | 1 | 2 {
  if (value === undefined || value === true) return 2;
  if (value === false) return 0;
  return Object.keys(value as object).length === 0 ? 2 : 1;
}

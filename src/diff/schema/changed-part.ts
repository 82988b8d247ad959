import type { Part } from '../../jsonschema/containment/part-formulas.js';
import type { Keyword } from '../../jsonschema/keywords.js';
import type { SchemaChange } from './schema-family.js';

/** Keywords that say one thing together. */
const groups: readonly (readonly Keyword[])[] = [
  ['type', 'format', 'contentEncoding'],
  ['enum', 'const'],
  ['prefixItems', 'items'],
  ['contains', 'minContains'],
  ['unevaluatedProperties', 'additionalProperties'],
  ['unevaluatedItems', 'items'],
  ['if', 'then', 'else'],
];

const others: readonly Keyword[] = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
];

/** Keywords that say something for each of several names or members. */
const keyed: ReadonlySet<string> = new Set<Keyword>([
  'allOf',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
]);

/** The parts of a schema that a change is about; undefined means the whole schema. */
export function partsOf({
  tokens,
  values,
  keywords,
  isMove,
  saidBy,
  alternative,
}: Pick<SchemaChange<string>, 'tokens' | 'values' | 'keywords' | 'isMove' | 'saidBy' | 'alternative'>): readonly (
  | Part
  | undefined
)[] {
  const [keyword, name] = tokens;
  if (keyword === undefined) return [{ keywords: ['type', 'enum', 'const'], ...(values && { values }) }];
  if (keywords) return [{ keywords, ...(keyword === 'properties' && name !== undefined && { member: name }) }];
  if (keyword === 'properties' && name !== undefined)
    return [
      { keywords: ['properties', 'required'], member: name },
      { keywords: others, having: name },
    ];
  if (name !== undefined && keyed.has(keyword))
    return [{ keywords: [keyword], member: name, ...(saidBy && { saidBy }) }];
  if (isMove) return [undefined];
  if (alternative) return [{ keywords: [keyword], alternative }];
  return [
    { keywords: groups.find((group) => group.some((one) => one === keyword)) ?? [keyword], ...(values && { values }) },
  ];
}

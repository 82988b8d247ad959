import { sameJson } from '../../../json/json.js';
import { holdingOf } from '../../../jsonschema/walk-keywords.js';
import { constraintsOf, type SchemaView } from '../../../jsonschema/read-schemas.js';
import { isTaggedUnion } from '../../schema/tagged-union.js';
import { error, idAt, noChanges, schemaChecks, schemaFamily, type SchemaPair } from '../../schema/schema-family.js';

const checks = {
  changed: schemaChecks('constraints', 'change', {
    'request-body': error('request-body-accepts-less'),
    'request-property': error('request-property-accepts-less'),
    'request-parameter': error('request-parameter-accepts-less'),
    'request-parameter-property': error('request-parameter-property-accepts-less'),
    'response-body': error('response-body-allows-more'),
    'response-property': error('response-property-allows-more'),
    'response-header': error('response-header-allows-more'),
  }),
};

/** Keywords work together in some schemas, so that no keyword alone shows what they accept; values do. */
export const acceptedValues = schemaFamily({
  name: 'accepted-values',
  effect: 'whole',
  checks: [checks],
  compare: (pair) => {
    if ((isPlain(pair) && saysTheSame(pair)) || pair.areAlike()) return noChanges;
    return [{ idAt: (place) => idAt(checks.changed, place), tokens: [], text: 'the values that it accepts changed' }];
  },
});

/** Whether both schemas say the same, apart from the schemas that they hold, which are compared by themselves. */
function saysTheSame({ base, revision }: SchemaPair): boolean {
  const own = (view: SchemaView) => ({
    types: [...view.types],
    nullable: view.nullable,
    keywords: Object.fromEntries(
      Object.entries(constraintsOf(view)).map(([keyword, value]) => [
        keyword,
        holdingOf(keyword) === undefined || typeof value === 'boolean' ? value : true,
      ]),
    ),
  });
  return sameJson(own(base), own(revision));
}

/** Whether both schemas say what they say keyword by keyword, so that a value that one of them refuses is refused. */
export function isPlain(pair: SchemaPair): boolean {
  return [pair.base, pair.revision].every(isPlainView) || isTaggedUnion(pair);
}

const isPlainView = ({ keywords, isExact }: SchemaView): boolean =>
  isExact && keywords['items'] !== false && !joining.some((keyword) => keywords[keyword] !== undefined);

const joining = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'enum',
  'const',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'uniqueItems',
  '$dynamicRef',
];

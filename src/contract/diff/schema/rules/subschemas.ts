import { keysOfEither, listAt, objectAt, sameJson, type Json } from '../../../../json/json.js';
import { change, noChanges, show, type SchemaChange, type SchemaRule } from '../schema-rule.js';

/** Keywords that demand something more of a value, with the name of the demand. */
const demands = {
  if: 'if',
  then: 'then',
  else: 'else',
  not: 'not',
  contains: 'contains',
  propertyNames: 'property-names',
  unevaluatedItems: 'unevaluated-items',
  unevaluatedProperties: 'unevaluated-properties',
  contentSchema: 'content-schema',
} as const;

export const subschemaRule: SchemaRule = {
  name: 'subschemas',
  compare: ({ base, revision }) => {
    const changes: SchemaChange[] = [];
    for (const keyword of Object.keys(demands) as (keyof typeof demands)[]) {
      const [from, to] = [base.keywords[keyword], revision.keywords[keyword]];
      if (from === to) continue;
      const [had, has] = [restricts(from), restricts(to)];
      if (had !== has) {
        changes.push(
          change(
            `${demands[keyword]}-${has ? 'added' : 'removed'}`,
            `${has ? 'has' : 'lost'} the keyword ${keyword}`,
            keyword,
          ),
        );
      } else if (has && (keyword === 'if' || keyword === 'not') && !sameJson(from, to)) {
        changes.push(change(`${keyword}-changed`, `the schema under ${keyword} changed`, keyword));
      }
    }
    return changes;
  },
};

/** An absent schema and `true` allow everything. */
function restricts(value: Json | undefined): boolean {
  return value !== undefined && value !== true;
}

export const prefixItemsRule: SchemaRule = {
  name: 'prefix-items',
  compare: ({ base, revision }) => {
    const [from, to] = [listAt(base.keywords['prefixItems']), listAt(revision.keywords['prefixItems'])];
    if (from.length === to.length) return noChanges;
    return to.length > from.length
      ? to.slice(from.length).map((_, index) => {
          const position = from.length + index;
          return change(
            'prefix-items-added',
            `item ${position + 1} has a schema of its own now`,
            'prefixItems',
            String(position),
          );
        })
      : from.slice(to.length).map((_, index) => {
          const position = to.length + index;
          return change(
            'prefix-items-removed',
            `item ${position + 1} lost its own schema`,
            'prefixItems',
            String(position),
          );
        });
  },
};

export const dependentsRule: SchemaRule = {
  name: 'dependents',
  compare: ({ base, revision }) => {
    const [names, otherNames] = [
      objectAt(base.keywords['dependentRequired']),
      objectAt(revision.keywords['dependentRequired']),
    ];
    const [schemas, otherSchemas] = [
      objectAt(base.keywords['dependentSchemas']),
      objectAt(revision.keywords['dependentSchemas']),
    ];
    return [
      ...keysOfEither(names, otherNames).flatMap((key): readonly SchemaChange[] => {
        const [from, to] = [names[key], otherNames[key]];
        const tokens = ['dependentRequired', key];
        if (from === undefined)
          return [
            change(
              'dependent-required-added',
              `${show(key)} now requires ${listAt(to).map(show).join(', ')}`,
              ...tokens,
            ),
          ];
        if (to === undefined)
          return [
            change(
              'dependent-required-removed',
              `${show(key)} no longer requires ${listAt(from).map(show).join(', ')}`,
              ...tokens,
            ),
          ];
        if (sameJson([...listAt(from)].toSorted(), [...listAt(to)].toSorted())) return noChanges;
        return [
          change(
            'dependent-required-changed',
            `${show(key)} requires ${listAt(to).map(show).join(', ')}, no longer ${listAt(from).map(show).join(', ')}`,
            ...tokens,
          ),
        ];
      }),
      ...compareKeys(schemas, otherSchemas, (key, added) =>
        change(
          `dependent-schema-${added ? 'added' : 'removed'}`,
          `${added ? 'has' : 'lost'} a schema that depends on ${show(key)}`,
          'dependentSchemas',
          key,
        ),
      ),
    ];
  },
};

export const patternPropertiesRule: SchemaRule = {
  name: 'pattern-properties',
  compare: ({ base, revision }) =>
    compareKeys(
      objectAt(base.keywords['patternProperties']),
      objectAt(revision.keywords['patternProperties']),
      (key, added) =>
        change(
          `pattern-property-${added ? 'added' : 'removed'}`,
          `${added ? 'has' : 'lost'} a schema for properties that match ${show(key)}`,
          'patternProperties',
          key,
        ),
    ),
};

function compareKeys(
  base: Readonly<Record<string, unknown>>,
  revision: Readonly<Record<string, unknown>>,
  tell: (key: string, added: boolean) => SchemaChange,
): readonly SchemaChange[] {
  if (base === revision) return noChanges;
  const removed = Object.keys(base).filter((key) => revision[key] === undefined);
  const added = Object.keys(revision).filter((key) => base[key] === undefined);
  return [...removed.map((key) => tell(key, false)), ...added.map((key) => tell(key, true))];
}

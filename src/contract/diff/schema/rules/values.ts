import { listAt, sameJson, type Json, type JsonObject } from '../../../../json/json.js';
import { nameChange, type SchemaPlace } from '../schema-place.js';
import { change, noChanges, show, type SchemaChange, type SchemaRule } from '../schema-rule.js';

export const enumRule: SchemaRule = {
  name: 'enum',
  compare: ({ base, revision }) => {
    if (base.keywords['enum'] === undefined && revision.keywords['enum'] === undefined) return noChanges;
    const [from, to] = [readValues(base.keywords), readValues(revision.keywords)];
    if (from === null)
      return [{ ...change('became-enum', `allows only ${listValues(to!)} now`, 'enum'), ids: nameBecameEnum }];
    if (to === null) return [change('became-not-enum', `allows more than ${listValues(from)} now`, 'enum')];
    return [
      ...missing(from, to).map((value) => ({
        ...change('enum-value-removed', `no longer allows the value ${show(value)}`, 'enum'),
        ids: nameRemovedValue,
      })),
      ...missing(to, from).map((value) => change('enum-value-added', `allows the new value ${show(value)}`, 'enum')),
    ];
  },
};

export const extensibleEnumRule: SchemaRule = {
  name: 'extensible-enum',
  compare: ({ base, revision }) => {
    const [from, to] = [base.keywords['x-extensible-enum'], revision.keywords['x-extensible-enum']];
    if (from === undefined || to === undefined) return noChanges;
    return [
      ...missing(listAt(from), listAt(to)).map((value) =>
        change('x-extensible-enum-value-removed', `no longer lists the value ${show(value)}`, 'x-extensible-enum'),
      ),
      ...missing(listAt(to), listAt(from)).map((value) =>
        change('x-extensible-enum-value-added', `lists the new value ${show(value)}`, 'x-extensible-enum'),
      ),
    ];
  },
};

export const constantRule: SchemaRule = {
  name: 'constant',
  compare: ({ base, revision }) => {
    if (base.keywords['enum'] !== undefined || revision.keywords['enum'] !== undefined) return noChanges;
    return compareValue('const', 'the constant', base.keywords['const'], revision.keywords['const']);
  },
};

export const defaultRule: SchemaRule = {
  name: 'default',
  compare: ({ base, revision }) =>
    compareValue('default-value', 'the default value', base.keywords['default'], revision.keywords['default']).map(
      (found) => ({
        ...found,
        ids: (place) => (place.mandatory ? [] : found.ids(place)),
      }),
    ),
};

function compareValue(
  name: 'const' | 'default-value',
  words: string,
  from: Json | undefined,
  to: Json | undefined,
): readonly SchemaChange[] {
  if (sameJson(from, to)) return noChanges;
  const token = name === 'const' ? 'const' : 'default';
  if (from === undefined) return [change(`${name}-added`, `has ${words} ${show(to)} now`, token)];
  if (to === undefined) return [change(`${name}-removed`, `lost ${words} ${show(from)}`, token)];
  return [change(`${name}-changed`, `${words} went from ${show(from)} to ${show(to)}`, token)];
}

/** The allowed values; a constant is an enum of one. */
function readValues(keywords: JsonObject): readonly Json[] | null {
  if (keywords['enum'] !== undefined) return listAt(keywords['enum']);
  return keywords['const'] === undefined ? null : [keywords['const']];
}

function missing(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const simple = new Set(others);
  return values.filter(
    (value) => !simple.has(value) && (typeof value !== 'object' || !others.some((other) => sameJson(value, other))),
  );
}

function listValues(values: readonly Json[]): string {
  return values.length > 6 ? `${values.length} values` : values.map(show).join(', ');
}

function nameBecameEnum(place: SchemaPlace): readonly string[] {
  const inHeader = place.name === 'request-parameter-property' && place.carrier === 'header';
  return inHeader ? ['request-header-property-became-enum'] : nameChange(place, 'became-enum');
}

function nameRemovedValue(place: SchemaPlace): readonly string[] {
  return place.name === 'response-body'
    ? ['response-mediatype-enum-value-removed']
    : nameChange(place, 'enum-value-removed');
}

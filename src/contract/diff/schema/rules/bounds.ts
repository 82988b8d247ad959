import type { SchemaChangeName } from '../../checks.js';
import { numberAt, type JsonObject } from '../../../../json/json.js';
import { change, type SchemaChange, type SchemaRule } from '../schema-rule.js';

type BoundName = SchemaChangeName extends infer Name
  ? Name extends `${infer Bound}-increased`
    ? Bound
    : never
  : never;

const bounds: Readonly<Record<string, readonly [name: BoundName, words: string]>> = {
  maximum: ['max', 'maximum'],
  minimum: ['min', 'minimum'],
  exclusiveMaximum: ['exclusive-max', 'exclusive maximum'],
  exclusiveMinimum: ['exclusive-min', 'exclusive minimum'],
  maxLength: ['max-length', 'maximum length'],
  minLength: ['min-length', 'minimum length'],
  maxItems: ['max-items', 'maximum number of items'],
  minItems: ['min-items', 'minimum number of items'],
  maxProperties: ['max-properties', 'maximum number of properties'],
  minProperties: ['min-properties', 'minimum number of properties'],
  maxContains: ['max-contains', 'maximum number of matching items'],
  minContains: ['min-contains', 'minimum number of matching items'],
};

/** A lower bound of zero on a length or a count, and one matching item, are what an absent bound means. */
const defaults: Readonly<Record<string, number>> = { minLength: 0, minItems: 0, minProperties: 0, minContains: 1 };

export const boundsRule: SchemaRule = {
  name: 'bounds',
  compare: ({ base, revision }) => {
    const changes: SchemaChange[] = [];
    for (const keyword in bounds) {
      if (base.keywords[keyword] === revision.keywords[keyword]) continue;
      const found = compareBound(keyword, base.keywords, revision.keywords);
      if (found) changes.push(found);
    }
    return changes;
  },
};

function compareBound(keyword: string, base: JsonObject, revision: JsonObject): SchemaChange | null {
  const [name, words] = bounds[keyword]!;
  const [from, to] = [readBound(keyword, base), readBound(keyword, revision)];
  if (from === to || (keyword === 'minContains' && (from === null || to === null))) return null;
  if (from === null) return change(`${name}-set`, `${words} is now ${to}; there was none`, keyword);
  if (to === null) return change(`${name}-unset`, `${words} ${from} is gone`, keyword);
  return change(`${name}-${to > from ? 'increased' : 'decreased'}`, `${words} went from ${from} to ${to}`, keyword);
}

function readBound(keyword: string, keywords: JsonObject): number | null {
  const value = numberAt(keywords[keyword]);
  const implied = defaults[keyword];
  if (keyword === 'minContains') return keywords['contains'] === undefined ? null : (value ?? implied!);
  return value === implied ? null : value;
}

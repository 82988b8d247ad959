import { isObject, type Json, type JsonObject, listAt, numberAt, sameJson, textAt } from '../../json/json.js';
import { textFormat } from '../formats.js';
import type { SchemaView } from '../read-schemas.js';
import { drawValues } from './draw-values.js';
import { boundsOf } from './example-scalars.js';
import type { OpenSchemas } from './open-schemas.js';

/** A keyword at a place in a value, and whole values that break it. */
export interface BrokenRule {
  readonly keyword: string;
  /** Where in the value: `/items/0`, empty for the whole. */
  readonly place: string;
  /** Whether what stood there is missing. */
  readonly isMissing?: true;
  /** Each a good value with one mistake that the schema refuses, those that break nothing else first; empty where none was found. */
  readonly values: readonly Json[];
}

/** Stands for all keywords, those that work together included. */
export const anyKeyword = 'schema';

const deepest = 5;

/** What a schema asks of a value, keyword by keyword, with values that break it. What is returned was tried with the schema. */
export function brokenRules(schemas: OpenSchemas, schema: Json | undefined, good: Json): readonly BrokenRule[] {
  const search = schemas.smallestRefused(schema);
  const made = [
    ...rulesIn(schemas, schema, good, 0),
    ...(search === undefined ? [] : [{ keyword: anyKeyword, place: '', values: [search] }]),
  ];
  const isRefused = (value: Json) => schemas.accepts(schema, value) === false;
  return made.map((rule) => ({ ...rule, values: rule.values.filter(isRefused) }));
}

function rulesIn(schemas: OpenSchemas, schema: Json | undefined, good: Json, depth: number): readonly BrokenRule[] {
  const view = schemas.view(schema);
  const own = ownRules(view, good).map(([keyword, candidates]) => ({
    keyword,
    place: '',
    values: breakingOnly(schemas, view, keyword, candidates),
  }));
  if (depth > deepest) return own;
  if (isObject(good)) return [...own, ...inMembers(schemas, view, good, depth)];
  if (!Array.isArray(good) || good.length === 0) return own;
  const [first, ...rest] = good as readonly Json[];
  const inItem = rulesIn(schemas, view.keywords['items'], first!, depth + 1);
  return [
    ...own,
    ...inItem.map(({ values, place, ...others }) => ({
      ...others,
      place: `/0${place}`,
      values: values.map((value) => [value, ...rest]),
    })),
  ];
}

/** The candidates that break a keyword alone before the others. Where there is none, the search looks for one. */
function breakingOnly(
  schemas: OpenSchemas,
  view: SchemaView,
  keyword: string,
  candidates: readonly Json[],
): readonly Json[] {
  const { keywords, types, nullable } = view;
  const { [keyword]: own, ...others } = keywords;
  const beside: JsonObject =
    keyword === 'type' || types.length === 0 ? others : { ...others, type: [...types, ...(nullable ? ['null'] : [])] };
  const alone = candidates.filter((value) => schemas.accepts(beside, value) === true);
  const known = searched.get(view) ?? new Map<string, Json | undefined>();
  searched.set(view, known);
  if (alone.length === 0 && own !== undefined && !known.has(keyword))
    known.set(keyword, schemas.smallest({ allOf: [beside, { not: { [keyword]: own } }] }));
  const found = known.get(keyword);
  return [...alone, ...(found === undefined ? [] : [found]), ...candidates.filter((value) => !alone.includes(value))];
}

/** What a search found for a keyword, which takes longer than to try candidates. */
const searched = new WeakMap<SchemaView, Map<string, Json | undefined>>();

const ofType: Readonly<Record<string, Json>> = { string: 'text', number: 1.5, boolean: true, array: [], object: {} };
/** Keywords that only the search breaks. */
const found = [
  'minProperties',
  'maxProperties',
  'propertyNames',
  'contains',
  'dependentRequired',
  'oneOf',
  'anyOf',
  'not',
];
const otherTypes: readonly Json[] = [...Object.values(ofType), null];

type Candidates = readonly [keyword: string, values: readonly Json[]];

/** The keywords of a schema itself, with candidates that break them. */
function ownRules(view: SchemaView, good: Json): readonly Candidates[] {
  const { keywords, types } = view;
  const isInteger = types.includes('integer') && !types.includes('number');
  const { min, max } = boundsOf(keywords, isInteger);
  const length = (text: number) => (text < 0 || text > 100_000 ? [] : ['a'.repeat(text)]);
  const list: readonly Json[] = Array.isArray(good) ? good : [];
  const ofLength = (count: number): readonly Json[] =>
    list.length === 0 || count < 0 || count > 1_000
      ? []
      : [Array.from({ length: count }, (_, index) => list[index % list.length]!)];
  const number = (keyword: string) => numberAt(keywords[keyword]) ?? 0;
  const names = (known: readonly Json[]): readonly Json[] => [
    ...['none-of-these', -1].filter((one) => !known.some((value) => sameJson(one, value))),
    ...otherTypes,
  ];
  const candidates: Readonly<Record<string, () => readonly Json[]>> = {
    minimum: () => [min - 1],
    exclusiveMinimum: () => [isInteger ? min - 1 : number('exclusiveMinimum')],
    maximum: () => [max + 1],
    exclusiveMaximum: () => [isInteger ? max + 1 : number('exclusiveMaximum')],
    multipleOf: () => [(Number.isFinite(min) ? min : 0) + number('multipleOf') / 2, number('multipleOf') * 1.5],
    minLength: () => length(number('minLength') - 1),
    maxLength: () => length(number('maxLength') + 1),
    pattern: () => ['', ' ', '\u2603', '-?-', 'aa aa'],
    format: () => [...(textFormat(textAt(keywords['format']) ?? '')?.misfits ?? [])],
    minItems: () => ofLength(number('minItems') - 1),
    maxItems: () => ofLength(number('maxItems') + 1),
    uniqueItems: () => (keywords['uniqueItems'] === true && list.length > 0 ? [[list[0]!, ...list]] : []),
    enum: () => names(listAt(keywords['enum'])),
    const: () => names([keywords['const'] ?? null]),
    ...Object.fromEntries(found.map((keyword) => [keyword, () => []])),
  };
  // Values that are listed have their types.
  const isListed = keywords['enum'] !== undefined || keywords['const'] !== undefined;
  const asked = Object.keys(candidates).filter((keyword) => asksSomething(keyword, keywords));
  return [
    ...(types.length === 0 || isListed ? [] : [['type', valuesOfOtherTypes(view, isInteger, min)] as const]),
    ...asked.map((keyword) => [keyword, candidates[keyword]!()] as const),
  ];
}

const valuesOfOtherTypes = ({ types, nullable }: SchemaView, isInteger: boolean, min: number): readonly Json[] => [
  ...Object.entries(ofType).flatMap(([type, value]) => (types.includes(type) ? [] : [value])),
  ...(nullable ? [] : [null]),
  ...(isInteger ? [(Number.isFinite(min) ? min : 0) + 0.5] : []),
];

/** Whether a keyword can be broken: `minLength: 0`, a format that nobody knows and a bound beyond exact integers cannot. */
function asksSomething(keyword: string, keywords: JsonObject): boolean {
  const value = keywords[keyword];
  if (value === undefined || value === false) return false;
  if (typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER) return false;
  if (keyword === 'format') return textFormat(textAt(value) ?? '') !== null;
  return !(keyword.startsWith('min') && keyword !== 'minimum' && value === 0);
}

function inMembers(
  schemas: OpenSchemas,
  { properties, required, keywords }: SchemaView,
  good: JsonObject,
  depth: number,
): readonly BrokenRule[] {
  return [
    ...[...required]
      .filter((name) => good[name] !== undefined)
      .map((name) => ({
        keyword: 'required',
        place: `/${name}`,
        isMissing: true as const,
        values: [without(good, name)],
      })),
    ...[...schemas.sent(properties), ...otherMembers(properties, keywords, good)].flatMap(([name, schema]) =>
      rulesIn(schemas, schema, good[name] ?? fullest(schemas, schema), depth + 1).map(({ values, place, ...rest }) => ({
        ...rest,
        place: `/${name}${place}`,
        values: values.map((value) => ({ ...good, [name]: value })),
      })),
    ),
    ...['additionalProperties', 'unevaluatedProperties']
      .filter((keyword) => keywords[keyword] === false)
      .map((keyword) => ({
        keyword,
        place: '/undeclaredMember',
        values: [{ ...good, undeclaredMember: true }],
      })),
  ];
}

/** A member beside those that have names, where their schema is declared. */
function otherMembers(properties: JsonObject, keywords: JsonObject, good: JsonObject): readonly [string, Json][] {
  const schema = keywords['additionalProperties'];
  if (!isObject(schema)) return [];
  return [[Object.keys(good).find((name) => !Object.hasOwn(properties, name)) ?? 'other', schema]];
}

/** A value for an optional member that a good value leaves out, with the members of its own. */
function fullest(schemas: OpenSchemas, schema: Json | undefined): Json {
  const [first = null, second] = drawValues(schemas, schema)?.covering ?? [];
  return isObject(second) ? second : first;
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

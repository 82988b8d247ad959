import { isObject, listAt, numberAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { isAnything, isIdle } from '../idle-keywords.js';
import type { Keyword, KeywordWith } from '../keywords.js';
import { anything, every, nothing, some, types, type Formula, type JsonType } from './formula.js';
import { declareOpposites, negate } from './negate.js';
import type { Conjunct, FormulaReader, Reading } from './reading.js';
import { namesAskedInVain } from './hidden-members.js';
import { isHidden } from './schema-source.js';
import { isFreeFormat, isNumberFormat, limitOfFormat } from '../formats.js';

type ReadKeyword = (
  value: Json,
  node: JsonObject,
  reader: FormulaReader,
) => Formula | readonly Omit<Conjunct, 'keyword'>[];

const unlimited = { min: 0, max: Infinity } as const;

function bound(limit: 'min' | 'max', open: boolean): ReadKeyword {
  return (value) => {
    const number = numberAt(value);
    return number === null ? anything : { kind: 'range', min: -Infinity, max: Infinity, [limit]: number, open };
  };
}

function count(on: 'string' | 'array' | 'object', limit: 'min' | 'max'): ReadKeyword {
  return (value) => {
    const number = numberAt(value);
    if (number === null) return anything;
    return { kind: 'size', on, ...unlimited, [limit]: number };
  };
}

/** Says nothing by itself: another keyword, or a reader of its own, speaks for it. */
const silent: ReadKeyword = () => anything;

/** What each keyword that decides about values says, by its name. */
const formulas: Readonly<Record<KeywordWith<{ readonly role: 'assertion' }>, ReadKeyword>> = {
  type: (value, node, reader) => readTypes(value, node, reader),
  enum: (value, _, reader) => oneOfValues(listAt(value), reader),
  const: (value, _, reader) => oneOfValues([value], reader),
  minimum: bound('min', false),
  maximum: bound('max', false),
  exclusiveMinimum: bound('min', true),
  exclusiveMaximum: bound('max', true),
  multipleOf: (value) => {
    const of = numberAt(value);
    return of === null || of <= 0 ? anything : { kind: 'multiple', of, not: false };
  },
  minLength: count('string', 'min'),
  maxLength: count('string', 'max'),
  pattern: (value) => (typeof value === 'string' ? { kind: 'pattern', pattern: value, not: false } : anything),
  format: (value) => readFormat(value),
  contentEncoding: (value) =>
    value === 'base64' ? { kind: 'format', on: 'string', name: 'byte', not: false } : anything,
  minItems: count('array', 'min'),
  maxItems: count('array', 'max'),
  uniqueItems: (value) => (value === true ? { kind: 'unique', not: false } : anything),
  prefixItems: (value, _, { link }) =>
    every(listAt(value).map((item, index) => ({ kind: 'items', from: index, to: index + 1, is: link(item) }))),
  items: (value, node, { link }) =>
    isAnything(value)
      ? anything
      : { kind: 'items', from: listAt(node['prefixItems']).length, to: Infinity, is: link(value) },
  contains: (value, node, { link }) => {
    const min = numberAt(node['minContains']) ?? 1;
    return min === 0 ? anything : { kind: 'contains', is: link(value), min, max: Infinity };
  },
  maxContains: (value, node, { link }) => {
    const max = numberAt(value);
    return max === null || node['contains'] === undefined
      ? anything
      : { kind: 'contains', is: link(node['contains']), min: 0, max };
  },
  minProperties: count('object', 'min'),
  maxProperties: count('object', 'max'),
  required: (value, node, { reading }) => {
    const inVain = namesAskedInVain(reading, node);
    return listAt(value)
      .filter((name) => typeof name === 'string')
      .filter((name) => !inVain.has(name))
      .map((name) => ({ name, formula: { kind: 'required', name, isAsked: !reading.doubles } }));
  },
  properties: (value, _, reader) =>
    Object.entries(objectAt(value)).map(([name, schema]) => ({ name, formula: readProperty(reader, name, schema) })),
  patternProperties: (value, _, { link }) =>
    Object.entries(objectAt(value)).map(([pattern, schema]) => ({
      name: pattern,
      formula: { kind: 'members', which: { pattern, exceptNames: new Set(), exceptPatterns: [] }, is: link(schema) },
    })),
  additionalProperties: (value, node, { link, reading }) =>
    isAnything(value) || (value === false && ignoresOthers(reading))
      ? anything
      : { kind: 'members', which: othersThan(node), is: link(value) },
  propertyNames: (value, _, { link }) => ({ kind: 'names', is: link(value) }),
  dependentRequired: (value) =>
    Object.entries(objectAt(value)).map(([name, names]) => ({
      name,
      formula: ifPresent(name, requireAll(listAt(names ?? []))),
    })),
  dependentSchemas: (value, _, { link }) =>
    Object.entries(objectAt(value)).map(([name, schema]) => ({ name, formula: ifPresent(name, link(schema)) })),
  anyOf: (value, _, { link }) => (listAt(value).length === 0 ? anything : some(listAt(value).map(link))),
  oneOf: (value, node, reader) => {
    const members = listAt(value).map(reader.link);
    if (members.length === 0) return anything;
    return reader.reading.isLoose || (reader.reading.discriminates && isObject(node['discriminator']))
      ? some(members)
      : exactlyOne(members, listAt(value).map(reader.doubled().link));
  },
  not: (value, _, { link }) => negate(link(value)),
  if: (value, node, { link }) => {
    if (node['then'] === undefined && node['else'] === undefined) return anything;
    const condition = link(value);
    return some([every([condition, link(node['then'])]), every([negate(condition), link(node['else'])])]);
  },
  // With `if` and `contains`.
  then: silent,
  else: silent,
  minContains: silent,
  // `formulaReader` follows references and joins members; `unevaluatedFormulas` looks at all keywords.
  $ref: silent,
  allOf: silent,
  unevaluatedProperties: silent,
  unevaluatedItems: silent,
  // OpenAPI 3.0's are translated, and JSON Schema 2020-12 does not know those of earlier drafts.
  nullable: silent,
  dependencies: silent,
  additionalItems: silent,
  $dynamicRef: () => ({ kind: 'unreadable', not: false }),
  $recursiveRef: () => ({ kind: 'unreadable', not: false }),
};

/** What a keyword says; undefined for one that decides nothing about values. */
export const keywordFormulas: ReadonlyMap<string, ReadKeyword> = new Map(Object.entries(formulas));

/** Without `enum` and `const`, whose values are spelled in every way. */
const limitsOfText: readonly Keyword[] = ['pattern', 'contentEncoding', 'minLength', 'maxLength'];

function limitsTexts(node: JsonObject): boolean {
  const format = textAt(node['format']);
  const isTextFormat = format !== null && !isFreeFormat(format) && !isNumberFormat(format);
  return isTextFormat || limitsOfText.some((keyword) => !isIdle(keyword, node));
}

/** Whether a client takes no offence at members that it does not know. */
export const ignoresOthers = ({ isLoose, direction }: Reading): boolean => isLoose === true && direction === 'response';

const spelledAsText = {
  no: [],
  parameter: ['number', 'boolean'],
  form: ['number', 'boolean', 'array', 'object'],
} as const;

function readTypes(value: Json, node: JsonObject, { reading }: FormulaReader): Formula {
  const names = (typeof value === 'string' ? [value] : listAt(value)).filter((name) => typeof name === 'string');
  if (names.length === 0) return anything;
  const isAnyText = names.includes('string') && !limitsTexts(node);
  const all = new Set(isAnyText ? [...names, ...spelledAsText[reading.textual]] : names);
  const found = [...all].map((name) => (name === 'integer' ? 'number' : name)) as readonly JsonType[];
  const type = types(...new Set(found));
  return all.has('integer') && !all.has('number') ? every([type, { kind: 'integer', not: false }]) : type;
}

function oneOfValues(values: readonly Json[], { reading }: FormulaReader): Formula {
  if (reading.textual === 'no' || reading.sends) return { kind: 'values', values, not: false };
  const spelled = values.flatMap((value): readonly Json[] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)];
    return typeof value === 'string' && value !== '' && String(Number(value)) === value
      ? [value, Number(value)]
      : [value];
  });
  return { kind: 'values', values: spelled, not: false };
}

function readFormat(value: Json): Formula {
  const name = textAt(value);
  if (name === null || isFreeFormat(name)) return anything;
  const limit = limitOfFormat(name);
  if (limit !== null)
    return every([
      { kind: 'range', min: -limit, max: Infinity, open: false },
      { kind: 'range', min: -Infinity, max: limit, open: true },
    ]);
  return { kind: 'format', on: isNumberFormat(name) ? 'number' : 'string', name, not: false };
}

function readProperty(reader: FormulaReader, name: string, schema: Json | undefined): Formula {
  if (!isHidden(reader.reading, schema)) return { kind: 'member', name, is: reader.link(schema) };
  return reader.reading.sends ? { kind: 'member', name, is: nothing } : anything;
}

function othersThan(node: JsonObject) {
  return {
    pattern: null,
    exceptNames: new Set(Object.keys(objectAt(node['properties']))),
    exceptPatterns: Object.keys(objectAt(node['patternProperties'])),
  };
}

/** If an object has a member, it passes the formula. */
function ifPresent(name: string, formula: Formula): Formula {
  return some([types('null', 'boolean', 'number', 'string', 'array'), { kind: 'member', name, is: nothing }, formula]);
}

function requireAll(names: readonly Json[]): Formula {
  return every(
    names.filter((name) => typeof name === 'string').map((name) => ({ kind: 'required', name, isAsked: true })),
  );
}

/** The most members of a oneOf whose overlaps are looked at, pair by pair. */
const maximumMembers = 100;

function exactlyOne(members: readonly Formula[], doubled: readonly Formula[]): Formula {
  if (members.length > maximumMembers) return every([some(members), { kind: 'unreadable', not: false }]);
  const others = (index: number) => members.filter((_, position) => position !== index).map(negate);
  const one = some(members.map((member, index) => every([member, ...others(index)])));
  const two = doubled.slice(0, -1).map((member, index) => every([member, some(doubled.slice(index + 1))]));
  if (one.kind === 'some') declareOpposites(one, some([every(members.map(negate)), ...two]));
  return one;
}

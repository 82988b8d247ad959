import { isObject, listAt, numberAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { anything, every, nothing, some, types, type Formula, type JsonType, type Link } from './formula.js';
import { matchesEverything } from './match-pattern.js';
import { declareOpposites, negate } from './negate.js';
import { isFreeFormat, isNumberFormat, limitOfFormat } from './string-formats.js';
import { unevaluatedFormulas } from './read-unevaluated.js';
import { isHidden, type SchemaSource } from './schema-source.js';

/** How a schema is read. */
export interface Reading {
  readonly source: SchemaSource;
  /** Properties that this direction never carries are left out: read-only ones of requests, write-only ones of answers. */
  readonly direction: 'request' | 'response';
  /** Members that a schema does not name are not sent, unless it says which other members there are or names none. */
  readonly sends: boolean;
  /** A discriminator decides between the members of a oneOf, so that several may match. */
  readonly discriminates: boolean;
  /** It is a member of a oneOf that matches beside another: nobody sends the members of both on purpose. */
  readonly doubles?: boolean;
  /** Values travel as text: a schema for any text accepts every scalar, in a form every value. */
  readonly textual: 'no' | 'parameter' | 'form';
}

/** What one keyword of a schema says. */
export interface Conjunct {
  readonly keyword: string;
  /** The property, where a keyword speaks of several. */
  readonly name: string | null;
  readonly formula: Formula;
}

/** Reads the schemas of one document in one way. */
export interface FormulaReader {
  readonly reading: Reading;
  /** The formula of a schema; the same object for the same schema. */
  readonly link: (node: Json | undefined) => Formula;
  /** Reads schemas that match beside another. */
  readonly doubled: () => FormulaReader;
  /** What the keywords of one schema object say, without what it refers to or joins. */
  readonly keywords: (node: JsonObject) => readonly Conjunct[];
  /** What all keywords of a schema say, with those of schemas that it refers to and joins. */
  readonly conjuncts: (node: Json | undefined) => readonly Conjunct[];
}

/** Reads formulas of schemas, each once, when it is first needed. */
export function formulaReader(reading: Reading): FormulaReader {
  const links = new Map<JsonObject, Link>();
  const read = new Map<JsonObject, readonly Conjunct[]>();
  let doubled: FormulaReader | null = null;
  const reader: FormulaReader = {
    reading,
    doubled: () => (doubled ??= reading.doubles ? reader : formulaReader({ ...reading, doubles: true })),
    link: (node) => {
      if (!isObject(node)) return node === false ? nothing : anything;
      const known = links.get(node);
      if (known) return known;
      const link = createLink(reading.source, node, () => every(partsOf(reader, node)));
      links.set(node, link);
      return link;
    },
    keywords: (node) => {
      const known = read.get(node);
      if (known) return known;
      const conjuncts = readKeywords(reader, node);
      read.set(node, conjuncts);
      return conjuncts;
    },
    conjuncts: (node) => flatten(reader, node, new Set()),
  };
  return reader;
}

function createLink(source: SchemaSource, target: JsonObject, readOnce: () => Formula): Link {
  let formula: Formula | null = null;
  const read = () => (formula ??= readOnce());
  const link: Link = { kind: 'link', source, target, negated: false, read };
  declareOpposites(link, { kind: 'link', source, target, negated: true, read: () => negate(read()) });
  return link;
}

function partsOf(reader: FormulaReader, node: JsonObject): readonly Formula[] {
  return [
    ...joinedBy(reader.reading.source, node).map(reader.link),
    ...reader.keywords(node).map(({ formula }) => formula),
  ];
}

/** The schemas that a schema refers to and joins. */
export function joinedBy(source: SchemaSource, node: JsonObject): readonly Json[] {
  const target = typeof node['$ref'] === 'string' ? source.target(node) : undefined;
  if (target !== undefined && source.ignoresSiblings) return [target];
  return [...(target === undefined ? [] : [target]), ...source.members(node)];
}

function flatten(reader: FormulaReader, node: Json | undefined, seen: Set<JsonObject>): readonly Conjunct[] {
  if (!isObject(node)) return node === false ? [{ keyword: 'false', name: null, formula: nothing }] : [];
  if (seen.has(node)) return [];
  seen.add(node);
  return [
    ...joinedBy(reader.reading.source, node).flatMap((member) => flatten(reader, member, seen)),
    ...reader.keywords(node),
  ];
}

type ReadKeyword = (
  value: Json,
  node: JsonObject,
  reader: FormulaReader,
) => Formula | readonly Omit<Conjunct, 'keyword'>[];

function readKeywords(reader: FormulaReader, node: JsonObject): readonly Conjunct[] {
  const { source } = reader.reading;
  if (typeof node['$ref'] === 'string' && source.ignoresSiblings && source.target(node) !== undefined) return [];
  const found: Conjunct[] = [];
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    if (value === undefined || !Object.hasOwn(readers, keyword)) continue;
    const said = readers[keyword]!(value, node, reader);
    if (Array.isArray(said))
      for (const one of said as readonly Omit<Conjunct, 'keyword'>[]) found.push({ keyword, ...one });
    else if (said !== anything) found.push({ keyword, name: null, formula: said as Formula });
  }
  if (reader.reading.sends) found.push(...declaredNames(node));
  return [...found, ...unevaluatedFormulas(reader, node)];
}

/** A schema that names members or patterns of members sends no others, unless it says what others are. */
function declaredNames(node: JsonObject): readonly Conjunct[] {
  const names = Object.keys(objectAt(node['properties']));
  const patterns = Object.keys(objectAt(node['patternProperties']));
  const others = isObject(node['additionalProperties']) && Object.keys(node['additionalProperties']).length > 0;
  if (names.length + patterns.length === 0 && !others) return [];
  return [
    { keyword: 'declares', name: null, formula: { kind: 'declares', names, patterns: others ? [''] : patterns } },
  ];
}

const unlimited = { min: 0, max: Infinity } as const;

function bound(limit: 'min' | 'max', open: boolean, strictBy?: string): ReadKeyword {
  return (value, node) => {
    const number = numberAt(value);
    if (number === null) return anything;
    const isOpen = open || (strictBy !== undefined && node[strictBy] === true);
    return { kind: 'range', min: -Infinity, max: Infinity, [limit]: number, open: isOpen };
  };
}

function count(on: 'string' | 'array' | 'object', limit: 'min' | 'max'): ReadKeyword {
  return (value) => {
    const number = numberAt(value);
    if (number === null || (limit === 'min' && number <= 0)) return anything;
    return { kind: 'size', on, ...unlimited, [limit]: number };
  };
}

const readers: Readonly<Record<string, ReadKeyword>> = {
  type: (value, node, reader) => readTypes(value, node, reader),
  enum: (value, _, reader) => oneOfValues(listAt(value), reader),
  const: (value, _, reader) => oneOfValues([value], reader),
  minimum: bound('min', false, 'exclusiveMinimum'),
  maximum: bound('max', false, 'exclusiveMaximum'),
  exclusiveMinimum: bound('min', true),
  exclusiveMaximum: bound('max', true),
  multipleOf: (value) => {
    const of = numberAt(value);
    return of === null || of <= 0 ? anything : { kind: 'multiple', of, not: false };
  },
  minLength: count('string', 'min'),
  maxLength: count('string', 'max'),
  pattern: (value) =>
    typeof value === 'string' && !matchesEverything(value) ? { kind: 'pattern', pattern: value, not: false } : anything,
  format: (value) => readFormat(value),
  contentEncoding: (value) =>
    value === 'base64' ? { kind: 'format', on: 'string', name: 'byte', not: false } : anything,
  minItems: count('array', 'min'),
  maxItems: count('array', 'max'),
  uniqueItems: (value) => (value === true ? { kind: 'unique', not: false } : anything),
  prefixItems: (value, _, { link }) =>
    every(listAt(value).map((item, index) => ({ kind: 'items', from: index, to: index + 1, is: link(item) }))),
  items: (value, node, { link }) =>
    isObject(value) || value === false
      ? { kind: 'items', from: listAt(node['prefixItems']).length, to: Infinity, is: link(value) }
      : anything,
  contains: (value, node, { link }) => {
    const [min, max] = [numberAt(node['minContains']) ?? 1, numberAt(node['maxContains']) ?? Infinity];
    return min === 0 && max === Infinity ? anything : { kind: 'contains', is: link(value), min, max };
  },
  minProperties: count('object', 'min'),
  maxProperties: count('object', 'max'),
  required: (value, node, reader) =>
    listAt(value)
      .filter((name) => typeof name === 'string')
      .filter((name) => !isHiddenProperty(reader, node, name))
      .map((name) => ({ name, formula: { kind: 'required', name, isAsked: !reader.reading.doubles } })),
  properties: (value, _, reader) =>
    Object.entries(objectAt(value)).map(([name, schema]) => ({ name, formula: readProperty(reader, name, schema) })),
  patternProperties: (value, _, { link }) =>
    every(
      Object.entries(objectAt(value)).map(([pattern, schema]) => ({
        kind: 'members',
        which: { pattern, exceptNames: new Set(), exceptPatterns: [] },
        is: link(schema),
      })),
    ),
  additionalProperties: (value, node, { link }) =>
    value === true ? anything : { kind: 'members', which: othersThan(node), is: link(value) },
  propertyNames: (value, _, { link }) => ({ kind: 'names', is: link(value) }),
  dependentRequired: (value) =>
    every(Object.entries(objectAt(value)).map(([name, names]) => ifPresent(name, requireAll(listAt(names ?? []))))),
  dependentSchemas: (value, _, { link }) =>
    every(Object.entries(objectAt(value)).map(([name, schema]) => ifPresent(name, link(schema)))),
  anyOf: (value, _, { link }) => (listAt(value).length === 0 ? anything : some(listAt(value).map(link))),
  oneOf: (value, node, reader) => {
    const members = listAt(value).map(reader.link);
    if (members.length === 0) return anything;
    return reader.reading.discriminates && isObject(node['discriminator'])
      ? some(members)
      : exactlyOne(members, listAt(value).map(reader.doubled().link));
  },
  not: (value, _, { link }) => negate(link(value)),
  if: (value, node, { link }) => {
    if (node['then'] === undefined && node['else'] === undefined) return anything;
    const condition = link(value);
    return some([every([condition, link(node['then'])]), every([negate(condition), link(node['else'])])]);
  },
  $dynamicRef: () => ({ kind: 'unreadable', not: false }),
  $recursiveRef: () => ({ kind: 'unreadable', not: false }),
};

const limitsOfText = ['enum', 'const', 'pattern', 'contentEncoding', 'minLength', 'maxLength'];

function limitsTexts(node: JsonObject): boolean {
  const format = textAt(node['format']);
  const isTextFormat = format !== null && !isFreeFormat(format) && !isNumberFormat(format);
  return isTextFormat || limitsOfText.some((keyword) => node[keyword] !== undefined);
}

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
  if (node['nullable'] === true) all.add('null');
  const found = [...all].map((name) => (name === 'integer' ? 'number' : name)) as readonly JsonType[];
  const type = types(...new Set(found));
  return all.has('integer') && !all.has('number') ? every([type, { kind: 'integer', not: false }]) : type;
}

function oneOfValues(values: readonly Json[], { reading }: FormulaReader): Formula {
  if (reading.textual === 'no') return { kind: 'values', values, not: false };
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

function isHiddenProperty({ reading }: FormulaReader, node: JsonObject, name: string): boolean {
  return isHidden(reading, objectAt(node['properties'])[name]);
}

function othersThan(node: JsonObject) {
  return {
    pattern: null,
    exceptNames: new Set(Object.keys(objectAt(node['properties']))),
    exceptPatterns: Object.keys(objectAt(node['patternProperties'])),
  };
}

/** If an object has a member, it passes the formula. */
export function ifPresent(name: string, formula: Formula): Formula {
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
  const pairs = doubled.flatMap((member, index) => doubled.slice(index + 1).map((other) => every([member, other])));
  if (one.kind === 'some') declareOpposites(one, some([every(members.map(negate)), ...pairs]));
  return one;
}

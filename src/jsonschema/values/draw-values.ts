import fc from 'fast-check';
import { type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../../json/json.js';
import { canMatch } from '../../json/pattern/match-pattern.js';
import { samplePattern } from '../containment/sample-pattern.js';
import { textFormat } from '../formats.js';
import type { SchemaView } from '../read-schemas.js';
import { boundsOf } from './example-scalars.js';
import type { OpenSchemas } from './open-schemas.js';

/** Values of a schema that requests carry: some that cover what it says, and any number of others. */
export interface Drawn {
  /** Each bound, each value of an enum, each alternative; the plainest first. */
  readonly covering: readonly Json[];
  readonly any: fc.Arbitrary<Json>;
}

/** Deeper than this, optional members are left out and lists are as short as they may be. */
const deepest = 4;

/** Reads how to draw values of a schema; null for one whose values are not found. What is drawn may still be invalid where keywords work together. */
export function drawValues(schemas: OpenSchemas, schema: Json | undefined, depth = 0): Drawn | null {
  if (depth > 2 * deepest) return null;
  const key = schemas.identity(schema);
  const own = remembered.get(schemas) ?? new WeakMap<JsonObject, Map<number, Drawn | null>>();
  remembered.set(schemas, own);
  const known = own.get(key) ?? new Map<number, Drawn | null>();
  own.set(key, known);
  if (!known.has(depth)) known.set(depth, drawSchema(schemas, schema, depth));
  return known.get(depth)!;
}

const remembered = new WeakMap<OpenSchemas, WeakMap<JsonObject, Map<number, Drawn | null>>>();

function drawSchema(schemas: OpenSchemas, schema: Json | undefined, depth: number): Drawn | null {
  const view = schemas.view(schema);
  const found = drawView(schemas, view, depth);
  if (found && found.covering.some((value) => schemas.accepts(schema, value))) return found;
  const smallest = schemas.smallest(schema);
  if (smallest === undefined) return found;
  const covering = [smallest, ...(found?.covering ?? [])];
  return { covering, any: fc.oneof(fc.constant(smallest), found?.any ?? fc.constant(smallest)) };
}

function drawView(schemas: OpenSchemas, view: SchemaView, depth: number): Drawn | null {
  const { keywords, types, nullable } = view;
  if (keywords['const'] !== undefined) return fixed([keywords['const']]);
  const nulls: readonly Json[] = nullable ? [null] : [];
  if (keywords['enum'] !== undefined) return fixed([...listAt(keywords['enum']), ...nulls]);
  const alternatives = [...listAt(keywords['oneOf']), ...listAt(keywords['anyOf'])];
  const parts =
    alternatives.length > 0
      ? alternatives.map((one) => drawValues(schemas, withContext(view, one), depth + 1))
      : (types.length > 0 ? types : guessTypes(keywords)).map((type) => drawType(schemas, type, view, depth));
  return together([...parts, nullable ? fixed(nulls) : null]);
}

/** An alternative may lean on keywords that stand beside the alternatives. */
function withContext({ properties, required, types }: SchemaView, alternative: Json): Json {
  if (Object.keys(properties).length === 0) return alternative;
  const own: JsonObject = { type: [...types], properties, required: [...required] };
  return { allOf: [own, alternative] };
}

function guessTypes(keywords: JsonObject): readonly string[] {
  if (keywords['properties'] !== undefined || keywords['required'] !== undefined) return ['object'];
  if (keywords['items'] !== undefined) return ['array'];
  return keywords['minimum'] === undefined && keywords['maximum'] === undefined ? ['string'] : ['number'];
}

function fixed(values: readonly Json[]): Drawn | null {
  return values.length === 0 ? null : { covering: values, any: fc.constantFrom(...values) };
}

function together(parts: readonly (Drawn | null)[]): Drawn | null {
  const found = parts.filter((part) => part !== null);
  if (found.length <= 1) return found[0] ?? null;
  return { covering: found.flatMap(({ covering }) => covering), any: fc.oneof(...found.map(({ any }) => any)) };
}

function drawType(schemas: OpenSchemas, type: string, view: SchemaView, depth: number): Drawn | null {
  const { keywords } = view;
  switch (type) {
    case 'string':
      return drawText(keywords);
    case 'integer':
    case 'number':
      return drawNumber(keywords, type === 'integer');
    case 'boolean':
      return fixed([true, false]);
    case 'null':
      return fixed([null]);
    case 'array':
      return drawList(schemas, keywords, depth);
    case 'object':
      return drawObject(schemas, view, depth);
    default:
      return null;
  }
}

function drawNumber(keywords: JsonObject, isInteger: boolean): Drawn | null {
  const { min, max } = boundsOf(keywords, isInteger);
  if (min > max) return null;
  const low = Math.max(min, Math.min(-1000, max === Infinity ? -1000 : max - 2000));
  const high = Math.min(max, Math.max(1000, low + 2000));
  const multiple = numberAt(keywords['multipleOf']) ?? 0;
  if (multiple > 0 && Math.ceil(min / multiple) > Math.floor(max / multiple)) return null;
  const near = multiple > 0 ? (value: number) => Math.ceil(value / multiple) * multiple : (value: number) => value;
  const covering = [
    ...new Set([min, max, 0, 1].filter((value) => value >= min && value <= max && Math.abs(value) < Infinity)),
  ];
  const any = isInteger
    ? fc.integer({ min: Math.ceil(low), max: Math.floor(high) })
    : fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true }).map((value) => Number(value.toFixed(4)));
  const values = drawWhere(any.map(near), (value) => value >= min && value <= max, near(low));
  return {
    covering: covering.map(near).map((value) => (Object.is(value, -0) ? 0 : value)),
    any: values.map((value) => (Object.is(value, -0) ? 0 : value)),
  };
}

const letters = [...'abcdefgxyzABCXYZ0189 -_.~!éß語'];
const plain = fc.constantFrom(...letters);

function drawText(keywords: JsonObject): Drawn | null {
  const min = numberAt(keywords['minLength']) ?? 0;
  const max = numberAt(keywords['maxLength']) ?? min + 24;
  if (min > max) return null;
  const pattern = textAt(keywords['pattern']);
  if (pattern !== null) return drawPattern(pattern, min, max);
  const format = textAt(keywords['format']);
  if (format !== null && textFormat(format)) return drawFormat(format);
  const lengths = [Math.max(min, Math.min(3, max)), min, Math.min(max, 5000)];
  const covering = [...new Set(lengths)].map((length) => 'a'.repeat(length));
  const longest = Math.min(max, min + 24);
  return { covering, any: fc.string({ unit: plain, minLength: min, maxLength: longest }) };
}

function drawPattern(pattern: string, min: number, max: number): Drawn | null {
  const fits = (text: string) => [...text].length >= min && [...text].length <= max;
  const samples = samplePattern(pattern).filter(fits);
  const drawn = canMatch(pattern) ? textsMatching(pattern) : null;
  if (!drawn) return fixed(samples);
  const any = drawWhere(drawn, fits, samples[0] ?? '');
  const [first] = samples.length > 0 ? samples : fc.sample(drawn, { numRuns: 50, seed: 1 }).filter(fits);
  return first === undefined
    ? null
    : {
        covering: [first, ...samples.slice(1, 4)],
        any: samples.length > 0 ? fc.oneof(fc.constantFrom(...samples), any) : fc.constant(first),
      };
}

function textsMatching(pattern: string): fc.Arbitrary<string> | null {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    return null;
  }
}

const formats: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  'date-time': () =>
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString()),
  date: () =>
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString().slice(0, 10)),
  email: () => fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,12}\.(?:org|com)$/),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid({ version: 4 }),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
};

function drawFormat(format: string): Drawn {
  const samples = textFormat(format)?.samples ?? [];
  return { covering: samples, any: formats[format]?.() ?? fc.constantFrom(...samples) };
}

function drawList(schemas: OpenSchemas, keywords: JsonObject, depth: number): Drawn | null {
  const min = numberAt(keywords['minItems']) ?? 0;
  const max = Math.max(min, Math.min(numberAt(keywords['maxItems']) ?? min + 3, depth > deepest ? min : min + 3));
  const firsts = listAt(keywords['prefixItems']).map((item) => drawValues(schemas, item, depth + 1));
  const items =
    keywords['items'] === undefined && firsts.length > 0
      ? null
      : depth > deepest && min === 0
        ? null
        : drawValues(schemas, keywords['items'], depth + 1);
  const heads = firsts.filter((part) => part !== null);
  if (!items) return heads.length > 0 ? tuple(heads) : min === 0 ? fixed([[]]) : null;
  const unique = keywords['uniqueItems'] === true;
  const shortest = Math.max(0, min - heads.length);
  const rest = unique
    ? fc.array(items.any, { minLength: shortest, maxLength: max }).map(withoutRepeats)
    : fc.array(items.any, { minLength: shortest, maxLength: max });
  const head = heads.map(({ covering }) => covering[0]!);
  const choices = unique ? items.covering : items.covering.concat(items.covering[0]!);
  const filled = Array.from({ length: Math.max(shortest, 1) }, (_, index) => choices[index % choices.length]!);
  return {
    covering: [
      [...head, ...filled],
      ...(shortest === 0 ? [head] : []),
      ...items.covering.slice(1, 6).map((one) => [...head, one, ...filled.slice(1)]),
    ],
    any: fc.tuple(fc.tuple(...heads.map(({ any }) => any)), rest).map(([start, end]) => [...start, ...end]),
  };
}

function tuple(parts: readonly Drawn[]): Drawn {
  return { covering: [parts.map(({ covering }) => covering[0]!)], any: fc.tuple(...parts.map(({ any }) => any)) };
}

function drawObject(schemas: OpenSchemas, { properties, required, keywords }: SchemaView, depth: number): Drawn | null {
  const members = schemas
    .sent(properties)
    .filter(([name]) => depth <= deepest || required.has(name))
    .map(([name, schema]) => ({ name, isRequired: required.has(name), drawn: drawValues(schemas, schema, depth + 1) }));
  if (members.some(({ isRequired, drawn }) => isRequired && !drawn)) return null;
  const known = members.flatMap(({ name, isRequired, drawn }) => (drawn ? [{ name, isRequired, ...drawn }] : []));
  const least = objectOf(
    known.filter(({ isRequired }) => isRequired).map(({ name, covering }) => [name, covering[0]!]),
  );
  const full = objectOf(known.map(({ name, covering }) => [name, covering[0]!]));
  const others = known.length === 0 ? mapOf(schemas, keywords, depth) : null;
  if (others) return others;
  return {
    covering: [
      least,
      full,
      ...known.flatMap(({ name, covering, isRequired }) => [
        ...covering.slice(1).map((value) => objectOf([...Object.entries(least), [name, value]])),
        ...(isRequired ? [] : [objectOf(Object.entries(full).filter(([other]) => other !== name))]),
      ]),
    ],
    any: fc
      .record(objectOf(known.map(({ name, any }) => [name, any])), {
        requiredKeys: known.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        noNullPrototype: true,
      })
      .map((value) => value as Json),
  };
}

/** A schema without members of its own may hold any of one kind. */
function mapOf(schemas: OpenSchemas, keywords: JsonObject, depth: number): Drawn | null {
  const others = keywords['additionalProperties'];
  if (typeof others !== 'object' || Object.keys(objectAt(others)).length === 0 || depth > deepest) return null;
  const values = drawValues(schemas, others, depth + 1);
  const names = drawText(schemas.view(keywords['propertyNames']).keywords)?.any ?? fc.constant('a');
  const [min, max] = [numberAt(keywords['minProperties']) ?? 0, numberAt(keywords['maxProperties']) ?? 3];
  if (!values) return null;
  const any = fc
    .array(fc.tuple(names as fc.Arbitrary<string>, values.any), {
      minLength: min,
      maxLength: Math.max(min, Math.min(max, min + 3)),
    })
    .map((entries) => objectOf<Json>(entries));
  const keys = fc.sample(names as fc.Arbitrary<string>, { numRuns: 1, seed: 1 });
  const one = objectOf(keys.map((key) => [key, values.covering[0]!]));
  return { covering: min <= 1 && max >= 1 ? [one] : fc.sample(any, { numRuns: 1, seed: 1 }), any };
}

/** Draws that pass, of a few tried; `otherwise` where none does, so that no draw goes on for ever. */
export function drawWhere<T>(any: fc.Arbitrary<T>, passes: (value: T) => boolean, otherwise: T): fc.Arbitrary<T> {
  return fc.array(any, { minLength: 10, maxLength: 10 }).map((values) => values.find(passes) ?? otherwise);
}

const withoutRepeats = (values: readonly Json[]): Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** Names such as `__proto__` become members like any other. */
function objectOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries) as Record<string, T>;
}

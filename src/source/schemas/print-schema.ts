import { isObject, listAt, type Json, type JsonObject } from '../../json/json.js';
import { translateOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { keywordsFor } from '../../jsonschema/walk-keywords.js';
import { list, literal, method, name, object, zod } from '../syntax.js';
import { commonTypes, printComposed } from './compose.js';
import { printArray, printObject } from './containers.js';
import { keep } from './keep.js';
import { type Printing, type SchemaExpression, type TypeName, typeNames } from './printing.js';
import { morePatterns, printInteger, printNumber, printString, type Typed, without } from './scalars.js';
import { namesItsMembers, singleType, typesOf } from './read-types.js';

interface TypePrinter {
  readonly keywords: readonly string[];
  readonly print: (keywords: JsonObject, beside: JsonObject, printing: Printing) => Typed;
}

const numeric = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'format'];

/** How a value of each type is written, and the keywords that are about that type alone. */
const types: Readonly<Record<TypeName, TypePrinter>> = {
  string: {
    keywords: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
    print: (keywords, beside) => printString(keywords, morePatterns(beside) ?? []),
  },
  number: { keywords: numeric, print: printNumber },
  integer: { keywords: numeric, print: printInteger },
  boolean: { keywords: [], print: (kept) => ({ base: zod('boolean'), kept }) },
  null: { keywords: [], print: (kept) => ({ base: zod('null'), kept }) },
  array: {
    keywords: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
    print: (keywords, _, printing) => printArray(keywords, printing),
  },
  object: {
    keywords: [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
    ],
    print: printObject,
  },
};

/** Formats of numbers; every other one is about text. */
const numberFormats = ['int32', 'int64', 'float', 'double'];

const identity = keywordsFor('identity');

/** A schema of JSON Schema 2020-12, or of OpenAPI 3.0, as an expression of Zod. */
export function printSchema(
  node: Json | undefined,
  printing: Printing,
  assumed?: readonly TypeName[],
): SchemaExpression {
  if (node === false) return zod('never');
  if (!isObject(node)) return zod('unknown');
  if (typeof node['$ref'] === 'string' && printing.ignoresSiblings)
    return keep(printReference(node, printing), directionOf(node), printing);
  const said = Object.entries(translateOpenApi30(node)).filter(
    ([key, value]) => value !== undefined && !identity.has(key),
  );
  const { $ref, ...keywords } = Object.fromEntries(said);
  if (seesSiblings(keywords))
    return printOpenEnded({ ...keywords, ...($ref !== undefined && { $ref }) }, printing, assumed);
  if (typeof $ref !== 'string') return printKeywords(keywords, printing, assumed);
  const reference = printReference(node, printing);
  const beside = Object.keys(keywords).filter((keyword) => !silent.has(keyword) && !keyword.startsWith('x-'));
  if (beside.length === 0) return keep(reference, keywords, printing);
  const own = Object.fromEntries(beside.map((keyword) => [keyword, keywords[keyword]]));
  const both = method(
    reference,
    'and',
    printKeywords(own, printing, singleType(typesOf({ $ref }, printing)) ?? undefined),
  );
  return keep(both, without(keywords, beside), printing);
}

/** Who sends a member is said beside references of OpenAPI 3.0 too, which programs heed although it ignores what stands there. */
const directionOf = (node: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(node).filter(([keyword, value]) => directions.has(keyword) && value === true));

const directions = keywordsFor('direction');
const silent = keywordsFor('words', 'mark', 'direction', 'hint');

/** Whether what a keyword says depends on what stands beside it, at any depth. */
const seesSiblings = (keywords: JsonObject) =>
  keywords['unevaluatedProperties'] !== undefined || keywords['unevaluatedItems'] !== undefined;

/** A schema that is about what others did not look at: exact where no other schema does, or where those are plain objects. */
function printOpenEnded(
  keywords: JsonObject,
  printing: Printing,
  assumed: readonly TypeName[] | undefined,
): SchemaExpression {
  const { unevaluatedProperties, unevaluatedItems, $ref, ...others } = keywords;
  if ($ref === undefined && !inPlace.some((keyword) => keywords[keyword] !== undefined)) {
    const own = {
      ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
      ...(unevaluatedItems !== undefined && { items: unevaluatedItems }),
    };
    return printKeywords({ ...own, ...others }, printing, assumed);
  }
  if (unevaluatedItems !== undefined || !namesItsMembers(keywords, printing))
    return keep(zod('unknown'), keywords, printing);
  const joined = $ref === undefined ? others : { ...others, allOf: [{ $ref }, ...listAt(others['allOf'])] };
  return keep(printKeywords(joined, printing, assumed), { unevaluatedProperties }, printing);
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', 'contains'];

function printReference(node: JsonObject, printing: Printing): SchemaExpression {
  const constant = printing.constantOf(node);
  if (constant !== null) printing.noteReference(constant);
  return constant === null ? printing.print(printing.target(node)) : name(constant);
}

function printKeywords(
  keywords: JsonObject,
  printing: Printing,
  assumed: readonly TypeName[] | undefined,
): SchemaExpression {
  if (isObject(keywords['not']) && Object.keys(keywords['not']).length === 0)
    return keep(zod('never'), without(keywords, ['not']), printing);
  const values = printValues(keywords);
  if (values) return printComposed(values.schema, values.rest, null, printing);
  const asked = listOfTypes(keywords['type']);
  const given = assumed ?? commonTypes(keywords, printing) ?? undefined;
  const own = asked ?? (given ?? []).map((type) => (type === 'integer' ? 'number' : type));
  const spoken = typeNames.filter(
    (type) => type !== 'integer' && types[type].keywords.some((keyword) => speaksOf(type, keyword, keywords)),
  );
  if (own.length > 0 && !(asked === null && !spoken.includes(own[0]!))) return printTypes(own, keywords, printing);
  if (own.length === 0 && spoken.length > 0 && asked === null && !isComposed(keywords))
    return printAnyType(spoken, keywords, printing);
  return printComposed(null, keywords, given ?? null, printing);
}

/** Keywords without a type, which are about their own types alone: values of every other type are accepted as they are. */
function printAnyType(spoken: readonly TypeName[], keywords: JsonObject, printing: Printing): SchemaExpression {
  const others = typeNames.filter((type) => type !== 'integer' && !spoken.includes(type));
  const rest = without(keywords, ['format', ...spoken.flatMap((type) => types[type].keywords)]);
  const options = spoken.map((type) => {
    const { base, kept } = types[type].print(keywordsAbout(type, keywords), rest, printing);
    return keep(base, kept, printing);
  });
  return keep(zod('union', list([...options, ...others.map((type) => anyOf[type])])), rest, printing);
}

/** Every value of a type. */
const anyOf: Readonly<Record<TypeName, SchemaExpression>> = {
  string: zod('string'),
  number: zod('number'),
  integer: method(zod('number'), 'multipleOf', literal(1)),
  boolean: zod('boolean'),
  null: zod('null'),
  array: zod('array', zod('unknown')),
  object: zod('looseObject', object([])),
};

const keywordsAbout = (type: TypeName, keywords: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(keywords).filter(
      ([keyword]) => types[type].keywords.includes(keyword) && speaksOf(type, keyword, keywords),
    ),
  );

const isComposed = (keywords: JsonObject) =>
  ['allOf', 'anyOf', 'oneOf'].some((keyword) => keywords[keyword] !== undefined);

function listOfTypes(type: Json | undefined): readonly TypeName[] | null {
  if (type === undefined) return null;
  const names = [type].flat().filter((one): one is TypeName => typeNames.includes(one as TypeName));
  return names.filter((one) => !(one === 'integer' && names.includes('number')));
}

function speaksOf(type: TypeName, keyword: string, keywords: JsonObject): boolean {
  if (keywords[keyword] === undefined) return false;
  if (keyword !== 'format') return true;
  return numberFormats.includes(String(keywords['format'])) === (type === 'number' || type === 'integer');
}

function printTypes(names: readonly TypeName[], keywords: JsonObject, printing: Printing): SchemaExpression {
  const rest = without(keywords, ['type', 'format', ...typeNames.flatMap((type) => types[type].keywords)]);
  const written = names.filter((type) => type !== 'null' || names.length === 1);
  const options = written.map((type) => types[type].print(keywordsAbout(type, keywords), rest, printing));
  const patterns = written.includes('string') ? morePatterns(rest) : null;
  const left = patterns && names.length === 1 ? without(rest, ['allOf']) : rest;
  const stray =
    keywords['format'] !== undefined && !written.some((type) => Object.hasOwn(keywordsAbout(type, keywords), 'format'));
  const whole = stray ? { ...left, format: keywords['format'] } : left;
  const [first, ...others] = options;
  if (!first) return zod('never');
  const isNullable = names.includes('null') && names.length > 1;
  if (others.length === 0 && !isNullable) return printComposed(first, whole, [names[0]!], printing);
  const kept = options.map((option) => keep(option.base, option.kept, printing));
  const joined = kept.length === 1 ? kept[0]! : zod('union', list(kept));
  return printComposed(
    { base: isNullable ? method(joined, 'nullable') : (joined as Typed['base']), kept: {} },
    whole,
    singleType(names),
    printing,
  );
}

/** `enum` and `const`; null where there is neither. */
function printValues(keywords: JsonObject): { readonly schema: Typed; readonly rest: JsonObject } | null {
  const { const: only, enum: listed } = keywords;
  if (only === undefined && listed === undefined) return null;
  const asked = listOfTypes(keywords['type']);
  const values = [...new Set(only === undefined ? listAt(listed) : [only])];
  const allowed = asked === null ? values : values.filter((value) => asked.some((type) => isOfType(value, type)));
  const rest = without(keywords, only === undefined ? ['enum', 'type'] : ['const', 'type']);
  if (allowed.some((value) => typeof value === 'object' && value !== null))
    return { schema: { base: zod('unknown'), kept: keywords }, rest: {} };
  const texts = allowed.filter((value) => value !== null);
  const isNullable = texts.length < allowed.length;
  const written = texts.map((value) => literal(value as string));
  if (allowed.length === 0) return { schema: { base: zod('never'), kept: {} }, rest };
  if (texts.length === 0) return { schema: { base: zod('null'), kept: {} }, rest };
  const base =
    written.length === 1
      ? zod('literal', written[0]!)
      : texts.every((value) => typeof value === 'string')
        ? zod('enum', list(written))
        : zod('literal', list(written));
  return { schema: { base: isNullable ? method(base, 'nullable') : base, kept: {} }, rest };
}

/** Whether a value has a type of JSON Schema. */
export function isOfType(value: Json, type: TypeName): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

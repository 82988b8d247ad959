import { type Json, type JsonObject, isObject, listAt, numberAt } from '../../json/json.js';
import { sharingSteps } from '../../json/pattern/step-limit.js';
import type { Keyword } from '../keywords.js';
import type { SchemaView } from '../read-schemas.js';
import { isAnnotation, isExtension, keywordsWhere } from '../walk-keywords.js';
import { exampleNumber, exampleText } from './example-scalars.js';
import { guessType } from './guess-type.js';
import type { OpenSchemas } from './open-schemas.js';

/** Below as many references, an example has only the members that are required. */
const deepestOptional = 3;

/** Schemas that one example looks at: schemas that all refer to each other have too many ways through them to walk. */
const mostVisits = 2_000;

/** The way to a schema. */
interface Way {
  /** The schemas that the value is inside of. */
  readonly open: Set<JsonObject>;
  readonly references: number;
  readonly search: {
    /** How many more schemas are looked at. */
    visits: number;
    /** How often a schema was left out, as it was open already. */
    circles: number;
  };
}

/** A realistic value that a schema accepts, preferring its own examples; undefined where none is found. */
export function exampleOf(schemas: OpenSchemas, schema: Json | undefined): Json | undefined {
  const search = { visits: mostVisits, circles: 0 };
  return sharingSteps(() => exampleAt(schemas, schema, { open: new Set(), references: 0, search }));
}

/** Values that a schema itself names: its examples, its constant, its default, and its list of values. */
export function givenValues({ keywords, nullable }: SchemaView): readonly Json[] {
  const { examples, example, const: only, default: usual, enum: values } = keywords;
  const named = [...listAt(examples), example, only, usual, ...listAt(values)].filter((one) => one !== undefined);
  return values !== undefined && nullable ? [...named, null] : named;
}

function exampleAt(schemas: OpenSchemas, schema: Json | undefined, way: Way): Json | undefined {
  const key = schemas.identity(schema);
  if (way.search.visits-- <= 0) return undefined;
  if (way.open.has(key)) {
    way.search.circles += 1;
    return undefined;
  }
  const { circles } = way.search;
  const view = schemas.view(schema);
  const passes = (value: Json | undefined) => value !== undefined && schemas.accepts(schema, value) !== false;
  const given = givenValues(view).find(passes);
  if (given !== undefined) return given;
  way.open.add(key);
  const isReference = isObject(schema) && schema['$ref'] !== undefined;
  const inside = { ...way, references: way.references + (isReference ? 1 : 0) };
  let made: Json | undefined;
  for (const value of candidates(schemas, view, inside)) {
    if (value === undefined || !(isPlain(view) || passes(value))) continue;
    made = value;
    break;
  }
  way.open.delete(key);
  // A value without what is open is not an example of it: what it is inside of is left out, or searched as a whole.
  const isFinal = made !== undefined || way.search.visits <= 0 || (way.search.circles > circles && way.open.size > 0);
  return isFinal ? made : schemas.smallest(schema);
}

/** Assertions, beside limits, that an example heeds as it is made. */
const shaping: ReadonlySet<string> = new Set<Keyword>([
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'multipleOf',
  'pattern',
  'format',
  'contentEncoding',
]);

/** Keywords about which an example is not asked once it is made. */
const heeded = keywordsWhere(
  ({ role, limit, of }, keyword) =>
    role !== 'assertion' || shaping.has(keyword) || (limit !== undefined && of !== 'contains'),
);

const isPlain = ({ keywords, types, allOf }: SchemaView) =>
  types.length > 0 &&
  allOf.length === 0 &&
  Object.keys(keywords).every((keyword) => heeded.has(keyword) || isExtension(keyword));

/** Types of which an example is made, those that say most first. */
const order = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

function* candidates(schemas: OpenSchemas, view: SchemaView, way: Way): Generator<Json | undefined> {
  const { keywords, types, nullable } = view;
  const alternatives = alternativesOf(view);
  const guessed = types.length === 0 && !nullable ? guessType(keywords) : null;
  for (const one of alternatives) {
    const value = exampleAt(schemas, one, way);
    if (value !== null) yield value;
  }
  if (alternatives.length === 0 && keywords['enum'] === undefined && keywords['const'] === undefined)
    for (const type of order.filter((name) => types.includes(name) || name === guessed))
      yield* examplesOfType(schemas, type, view, way);
  if (nullable || (types.length === 0 && alternatives.length > 0)) yield null;
}

const joined = new WeakMap<SchemaView, readonly Json[]>();

/** The alternatives of a schema, each with the keywords that stand beside it. */
export function alternativesOf(view: SchemaView): readonly Json[] {
  const known = joined.get(view);
  if (known) return known;
  const { anyOf, oneOf, discriminator: _, default: __, ...others } = view.keywords;
  const options = anyOf === undefined ? oneOf : anyOf;
  const beside = Object.entries(anyOf === undefined ? others : { ...others, ...(oneOf !== undefined && { oneOf }) });
  const own = beside.filter(([keyword]) => !isAnnotation(keyword));
  const type = [...view.types, ...(view.nullable ? ['null'] : [])];
  const made = listAt(options).map((option) =>
    own.length === 0
      ? option
      : { allOf: [{ ...Object.fromEntries(own), ...(view.types.length > 0 && { type }) }, option] },
  );
  joined.set(view, made);
  return made;
}

function* examplesOfType(schemas: OpenSchemas, type: string, view: SchemaView, way: Way): Generator<Json | undefined> {
  switch (type) {
    case 'object':
      if (way.references <= deepestOptional) yield exampleObject(schemas, view, way, true);
      yield exampleObject(schemas, view, way, false);
      break;
    case 'array':
      yield exampleList(schemas, view, way);
      break;
    case 'string':
      yield exampleText(view.keywords);
      break;
    case 'boolean':
      yield true;
      break;
    default:
      yield exampleNumber(view.keywords, type === 'integer');
  }
}

function exampleObject(
  schemas: OpenSchemas,
  { keywords, properties, required }: SchemaView,
  way: Way,
  withOptional: boolean,
): Json | undefined {
  const members: (readonly [string, Json])[] = [];
  const names = Object.keys(properties);
  for (const [name, schema] of schemas.sent(properties)) {
    if (!withOptional && !required.has(name)) continue;
    const value = exampleAt(schemas, schema, way);
    if (value !== undefined) members.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  const others = keywords['additionalProperties'];
  const unnamed = [...required].filter((name) => !names.includes(name));
  for (const name of names.length === 0 && unnamed.length === 0 && withOptional && (others ?? false) !== false
    ? ['key']
    : unnamed) {
    const value = exampleAt(schemas, others, way);
    if (value !== undefined) members.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  const [min, max] = [numberAt(keywords['minProperties']) ?? 0, numberAt(keywords['maxProperties']) ?? Infinity];
  return members.length < min || members.length > max ? undefined : Object.fromEntries(members);
}

function exampleList(schemas: OpenSchemas, { keywords }: SchemaView, way: Way): Json | undefined {
  const { prefixItems, items } = keywords;
  const [min, max] = [numberAt(keywords['minItems']) ?? 0, numberAt(keywords['maxItems']) ?? Infinity];
  if (min > max) return undefined;
  const first = listAt(prefixItems).map((item) => exampleAt(schemas, item, way));
  const known = first.slice(0, first.includes(undefined) ? first.indexOf(undefined) : Math.min(first.length, max));
  if (known.length < first.length) return known.length >= min ? (known as readonly Json[]) : undefined;
  const least = Math.min(Math.max(min, isObject(items) && first.length === 0 ? 1 : 0), max);
  const item = least > first.length ? exampleAt(schemas, items, way) : undefined;
  if (item === undefined) return first.length >= min ? (first as readonly Json[]) : undefined;
  if (least > mostItems) return undefined;
  return [...(first as readonly Json[]), ...Array.from({ length: least - first.length }, () => item)];
}

/** A list that must be longer has no example. */
const mostItems = 1_000;

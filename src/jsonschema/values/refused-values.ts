import { isObject, type Json, type JsonObject, listAt, numberAt, sameJson, textAt } from '../../json/json.js';
import { textFormat } from '../formats.js';
import type { OpenSchemas } from './open-schemas.js';
import { boundsOf } from './example-scalars.js';

/** A value with one mistake. */
export interface Refused {
  readonly value: Json;
  /** Where in the value: `/items/0`, empty for the whole. */
  readonly place: string;
  /** Whether what stood there is missing. */
  readonly isMissing?: true;
}

const deepest = 3;

/** Values that a schema refuses, each a good value with one mistake. What is returned was tried with the schema. */
export function refusedValues(schemas: OpenSchemas, schema: Json | undefined, good: Json): readonly Refused[] {
  const search = schemas.smallestRefused(schema);
  const made = [
    ...mistakesIn(schemas, schema, good, 0),
    ...(search === undefined ? [] : [{ value: search, place: '' }]),
  ];
  const seen = new Set<string>();
  return made.filter(({ value }) => {
    const key = JSON.stringify(value);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew && schemas.accepts(schema, value) === false;
  });
}

function mistakesIn(schemas: OpenSchemas, schema: Json | undefined, good: Json, depth: number): readonly Refused[] {
  const { keywords, types, properties, required } = schemas.view(schema);
  const own = [...otherTypes(types, keywords), ...beyondKeywords(keywords, types)].map((value) => ({
    value,
    place: '',
  }));
  if (depth > deepest) return own;
  if (isObject(good)) return [...own, ...inMembers(schemas, { properties, required, keywords }, good, depth)];
  if (!Array.isArray(good) || good.length === 0) return own;
  const [first, ...rest] = good as readonly Json[];
  const inItem = mistakesIn(schemas, keywords['items'], first!, depth + 1);
  return [
    ...own,
    ...inItem.map(({ value, place, ...others }) => ({ ...others, value: [value, ...rest], place: `/0${place}` })),
  ];
}

const ofType: Readonly<Record<string, Json>> = { string: 'text', number: 1.5, boolean: true, array: [], object: {} };

function otherTypes(types: readonly string[], keywords: JsonObject): readonly Json[] {
  if (types.length === 0 && keywords['enum'] === undefined && keywords['const'] === undefined) return [];
  return [...Object.values(ofType), null];
}

function beyondKeywords(keywords: JsonObject, types: readonly string[]): readonly Json[] {
  const isInteger = types.includes('integer') && !types.includes('number');
  const { min, max } = boundsOf(keywords, isInteger);
  const format = textAt(keywords['format']);
  const [shortest, longest] = [numberAt(keywords['minLength']) ?? 0, numberAt(keywords['maxLength']) ?? Infinity];
  return [
    ...(types.includes('integer') || types.includes('number')
      ? [min - 1, max + 1, ...(isInteger ? [(min === -Infinity ? 0 : min) + 0.5] : [])].filter(
          (value) => Math.abs(value) < Number.MAX_SAFE_INTEGER,
        )
      : []),
    ...(shortest > 0 ? ['a'.repeat(shortest - 1)] : []),
    ...(longest < 100_000 ? ['a'.repeat(longest + 1)] : []),
    ...(textAt(keywords['pattern']) === null ? [] : ['', ' ', '\u2603', '-?-', 'aa aa']),
    ...(textFormat(format ?? '')?.misfits ?? []),
    ...(keywords['enum'] === undefined && keywords['const'] === undefined
      ? []
      : otherNames([...listAt(keywords['enum']), keywords['const'] ?? null])),
  ];
}

const otherNames = (values: readonly Json[]) =>
  ['none-of-these', -1].filter((one) => !values.some((value) => sameJson(one, value)));

function inMembers(
  schemas: OpenSchemas,
  {
    properties,
    required,
    keywords,
  }: { readonly properties: JsonObject; readonly required: ReadonlySet<string>; readonly keywords: JsonObject },
  good: JsonObject,
  depth: number,
): readonly Refused[] {
  const known = schemas.sent(properties);
  return [
    ...[...required]
      .filter((name) => good[name] !== undefined)
      .map((name) => ({ value: without(good, name), place: `/${name}`, isMissing: true as const })),
    ...known.flatMap(([name, schema]) =>
      mistakesIn(schemas, schema, good[name] ?? null, depth + 1).map(({ value, place, ...rest }) => ({
        ...rest,
        value: { ...good, [name]: value },
        place: `/${name}${place}`,
      })),
    ),
    ...(keywords['additionalProperties'] === false
      ? [{ value: { ...good, undeclaredMember: true }, place: '/undeclaredMember' }]
      : []),
  ];
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

import { matchPattern } from '../../json/pattern/match-pattern.js';
import type { JsonSchema } from './open-api.js';

type Resolve = (schema: JsonSchema) => JsonSchema;

/** A valid value for each format. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'PT15M',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/',
  uuid: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
};

/** Candidates for a pattern, in order. */
const samples = [
  'text',
  'abc',
  'a',
  'A',
  '1',
  '12',
  '123',
  '1234',
  'ABC',
  'abc-def',
  'a1',
  '1.0.0',
  '#a0b1c2',
  '09:30',
  ...Object.values(formats),
];

/** A text that must be longer has no example. */
const longestText = 100_000;

/** Below as many references, an example has only the members that are required. */
const deepestOptional = 3;

/** Schemas that one search looks at: schemas that all refer to each other have more ways through them than anybody can walk. */
const mostVisits = 2_000;

/** A value that the schema accepts, preferring its own examples; undefined if none is found. */
export function exampleOf(schema: JsonSchema, resolve: Resolve): unknown {
  return search(schema, resolve, new Set(), { visits: mostVisits });
}

function search(schema: JsonSchema, resolve: Resolve, seen: ReadonlySet<unknown>, left: { visits: number }): unknown {
  if (seen.has(schema.$ref) || left.visits-- <= 0) return undefined;
  const target = resolve(schema);
  const given = givenExample(target);
  if (given !== undefined) return given;
  const within = schema.$ref === undefined ? seen : new Set(seen).add(schema.$ref);
  const inner = (child: unknown) =>
    search((typeof child === 'object' && child !== null ? child : {}) as JsonSchema, resolve, within, left);
  for (const options of [target.anyOf, target.oneOf]) {
    if (Array.isArray(options))
      return options.map(inner).find((value) => value !== undefined && value !== null) ?? null;
  }
  if (Array.isArray(target.allOf))
    return exampleOfAll([{ ...target, allOf: undefined }, ...target.allOf] as JsonSchema[], inner);
  const type = Array.isArray(target.type)
    ? ((target.type as readonly string[]).find((name) => name !== 'null') ?? 'null')
    : target.type;
  switch (type) {
    case 'string':
      return exampleText(target);
    case 'integer':
    case 'number':
      return exampleNumber(target);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return exampleList(target, inner);
    case 'object':
      return exampleObject(target, inner, within.size <= deepestOptional);
    default:
      return target.properties
        ? exampleObject(target, inner, within.size <= deepestOptional)
        : 'type' in target || 'not' in target
          ? undefined
          : 'text';
  }
}

/** An example, constant, default or enumerated value of the schema itself; undefined if it has none. */
export function givenExample({ examples, example, const: only, default: usual, enum: values }: JsonSchema): unknown {
  const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
  return [firstOf(examples), example, only, usual, firstOf(values)].find((value) => value !== undefined);
}

type Inner = (child: unknown) => unknown;

function exampleOfAll(parts: readonly JsonSchema[], inner: Inner): unknown {
  const values = parts.filter((part) => Object.values(part).some((value) => value !== undefined)).map(inner);
  if (values.some((value) => value === undefined)) return undefined;
  return values.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    ? (Object.assign({}, ...values) as unknown)
    : undefined;
}

function exampleObject(
  { properties = {}, required = [], additionalProperties, minProperties }: JsonSchema,
  inner: Inner,
  withOptional: boolean,
): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(properties as Record<string, unknown>)) {
    if (!withOptional && !(required as readonly string[]).includes(name)) continue;
    const member = inner(child);
    if (member !== undefined) value[name] = member;
    else if ((required as readonly string[]).includes(name)) return undefined;
  }
  if (additionalProperties && Object.keys(properties as object).length === 0) {
    const member = inner(additionalProperties);
    if (member !== undefined) value.key = member;
  }
  return typeof minProperties === 'number' && Object.keys(value).length < minProperties ? undefined : value;
}

function exampleList(
  { prefixItems, items, minItems = 0, maxItems = Infinity, uniqueItems }: JsonSchema,
  inner: Inner,
): unknown {
  const value = Array.isArray(prefixItems) ? prefixItems.map(inner) : [];
  if (value.some((member) => member === undefined)) return undefined;
  const member = items === false ? undefined : inner(items ?? {});
  const least = Math.max(minItems as number, items && !prefixItems ? 1 : 0);
  if (member === undefined) return value.length >= (minItems as number) ? value : undefined;
  if (uniqueItems && least > 1) return undefined;
  while (value.length < Math.min(least, maxItems as number)) value.push(member);
  return value;
}

function exampleNumber({ type, multipleOf, ...bounds }: JsonSchema): number | undefined {
  const given = bounds as Record<string, number | undefined>;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = given;
  const step = (multipleOf as number | undefined) ?? (type === 'integer' ? 1 : null);
  const isWithin = (value: number) =>
    value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  const fits = (value: number) =>
    Number.isFinite(value) &&
    isWithin(value) &&
    (step === null || Number.isInteger(value / step)) &&
    (type !== 'integer' || Number.isInteger(value));
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.min(maximum, exclusiveMaximum);
  const stride = step ?? 1;
  const above = [low, Math.ceil(low / stride) * stride, low + stride];
  const below = [high, Math.floor(high / stride) * stride, high - stride];
  return [1, stride, 0, ...above, ...below, (low + high) / 2].find(fits);
}

function exampleText({
  format,
  pattern,
  minLength = 0,
  maxLength = Infinity,
  contentEncoding,
}: JsonSchema): string | undefined {
  if (Number(minLength) > longestText) return undefined;
  const fits = (text: string) =>
    text.length >= (minLength as number) &&
    text.length <= (maxLength as number) &&
    (pattern === undefined || matchPattern(pattern as string, text) === true);
  const formatted = formats[format as string];
  if (formatted !== undefined) return fits(formatted) ? formatted : undefined;
  if (contentEncoding === 'base64' || contentEncoding === 'base64url') return ['aGVsbG8h', ''].find(fits);
  const stretched = 'text'.repeat(Math.ceil((minLength as number) / 4) || 1).slice(0, Math.max(minLength as number, 4));
  return [
    stretched,
    ...repetitions(pattern as string | undefined),
    ...samples,
    'text'.slice(0, Math.min(4, maxLength as number)),
  ].find(fits);
}

/** For patterns such as `^[0-9a-f]{32}$`: one character, repeated by the pattern's counts. */
function repetitions(pattern = ''): readonly string[] {
  const counts = [...pattern.matchAll(/\{(\d{1,3})/g)].map((match) => Number(match[1]));
  return counts.flatMap((count) => ['a', '0', 'A', '7'].map((character) => character.repeat(count)));
}

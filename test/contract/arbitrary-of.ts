import fc, { type Arbitrary } from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

/** What values are generated from. */
export interface ValueSource {
  resolve(schema: Schema): Schema;
  /** Values that mean something to the service, for a member or parameter of this name; null for any. */
  known(name: string): Arbitrary<unknown> | null;
}

const formats: Readonly<Record<string, () => Arbitrary<string>>> = {
  'date-time': () =>
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString()),
  email: () => fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,12}\.(org|com)$/),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid(),
};

/** Values that a JSON Schema allows. */
export function arbitraryOf(schema: Schema, source: ValueSource, depth = 0): Arbitrary<unknown> {
  const target = source.resolve(schema);
  const inner = (child: unknown) =>
    arbitraryOf((typeof child === 'object' && child !== null ? child : {}) as Schema, source, depth + 1);
  const lists = [target.anyOf, target.oneOf].find(Array.isArray) as readonly unknown[] | undefined;
  if ('const' in target) return fc.constant(target.const);
  if (Array.isArray(target.enum)) return fc.constantFrom(...(target.enum as readonly unknown[]));
  if (lists) return fc.oneof(...lists.map(inner));
  if (Array.isArray(target.allOf) && !target.type)
    return fc.tuple(...target.allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown);
  const types = Array.isArray(target.type) ? (target.type as readonly string[]) : [target.type as string | undefined];
  return fc.oneof(...types.map((type) => arbitraryOfType(type, target, inner, source, depth)));
}

function arbitraryOfType(
  type: string | undefined,
  schema: Schema,
  inner: (child: unknown) => Arbitrary<unknown>,
  source: ValueSource,
  depth: number,
): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return arbitraryText(schema);
    case 'integer':
      return fc.integer(bounds(schema, 1, -(2 ** 31), 2 ** 31 - 1));
    case 'number':
      return fc.double({ ...bounds(schema, 1e-6, -1e6, 1e6), noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(schema.items), {
        minLength: (schema.minItems as number | undefined) ?? 0,
        maxLength: Math.min((schema.maxItems as number | undefined) ?? 3, depth > 3 ? 0 : 3),
      });
    case 'object':
      return arbitraryObject(schema, inner, source);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function bounds(schema: Schema, step: number, low: number, high: number): { min: number; max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, number | undefined>;
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step);
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step);
  return { min: min ?? Math.min(low, max ?? low), max: max ?? Math.max(high, min ?? high) };
}

function arbitraryText({ format, pattern, minLength = 0, maxLength }: Schema): Arbitrary<string> {
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (known) return known();
  const limits = {
    minLength: minLength as number,
    maxLength: (maxLength as number | undefined) ?? (minLength as number) + 20,
  };
  if (typeof pattern === 'string')
    return fc
      .stringMatching(new RegExp(pattern))
      .filter((text) => text.length >= limits.minLength && text.length <= limits.maxLength);
  // Lengths are counted in UTF-16 units by the service, in characters by JSON Schema; both agree on these.
  return fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_.~/%?#&+=;,:@é語"\'<'), ...limits });
}

function arbitraryObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (child: unknown) => Arbitrary<unknown>,
  source: ValueSource,
): Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties as object).map(([name, child]) => [name, source.known(name) ?? inner(child)]),
  );
  const known = fc.record(members, { requiredKeys: (required as readonly string[]).filter((name) => name in members) });
  if (!additionalProperties || Object.keys(members).length > 0) return known;
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), inner(additionalProperties), { maxKeys: 3 });
}

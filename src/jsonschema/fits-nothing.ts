import { isObject, type Json, type JsonObject, sameJson } from '../json/json.js';

interface References {
  readonly target: (node: JsonObject) => Json | undefined;
  readonly ignoresSiblings: boolean;
}

/**
 * Why no value fits a schema, as one clause; null where no contradiction is found. Looks at what is said together: by the schema, by what it refers
 * to, and by allOf, whatever option of a union is taken.
 */
export function contradictionIn(schema: Json, references: References, depth = 0): string | null {
  return objectContradiction([schema], references, depth);
}

const deepest = 6;

/** Of objects alone: another contradiction is seldom more than a slip of one keyword, which a linter reports. */
function objectContradiction(schemas: readonly Json[], references: References, depth: number): string | null {
  if (depth > deepest) return null;
  const said = schemas
    .flatMap((schema) => partsOf(schema, references))
    .filter((one): one is JsonObject => isObject(one));
  return (
    memberContradiction(said, typesOf(said), references, depth) ??
    unionContradiction(said, references, depth, objectContradiction)
  );
}

function contradictionOf(schemas: readonly Json[], references: References, depth: number): string | null {
  if (depth > deepest) return null;
  const parts = schemas.flatMap((schema) => partsOf(schema, references));
  if (parts.includes(false)) return 'nothing is allowed';
  const said = parts.filter((one): one is JsonObject => isObject(one));
  const types = typesOf(said);
  return (
    typeContradiction(said, types) ??
    valueContradiction(said, types) ??
    boundContradiction(said, types) ??
    memberContradiction(said, types, references, depth) ??
    unionContradiction(said, references, depth, contradictionOf)
  );
}

/** A schema and everything that has to hold beside it. */
export function partsOf(schema: Json, references: References, depth = 0): readonly Json[] {
  if (!isObject(schema)) return [schema];
  const target = typeof schema['$ref'] === 'string' && depth < 20 ? references.target(schema) : undefined;
  const inner = target === undefined ? [] : partsOf(target, references, depth + 1);
  if (inner.length > 0 && references.ignoresSiblings) return inner;
  const all = listOf(schema['allOf']).flatMap((one) => (depth < 20 ? partsOf(one, references, depth + 1) : []));
  return [schema, ...inner, ...all];
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const everyType = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The types that all of it allows; a whole number is a number. */
function typesOf(said: readonly JsonObject[]): ReadonlySet<string> {
  const allowed = said.map((one) => {
    const { type, nullable } = one;
    if (type === undefined) return everyType;
    const names = (Array.isArray(type) ? type : [type]).map((name) => (name === 'integer' ? 'number' : String(name)));
    return nullable === true ? [...names, 'null'] : names;
  });
  return new Set(everyType.filter((name) => allowed.every((names) => names.includes(name))));
}

function typeContradiction(said: readonly JsonObject[], types: ReadonlySet<string>): string | null {
  if (types.size > 0) return null;
  const names = new Set(said.flatMap(({ type }) => (type === undefined ? [] : [JSON.stringify(type)])));
  return `no value is of the types ${[...names].join(' and ')} at once`;
}

const typeOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

function valueContradiction(said: readonly JsonObject[], types: ReadonlySet<string>): string | null {
  const lists = said.flatMap((one) => [
    ...('const' in one ? [[one['const'] as Json]] : []),
    ...(Array.isArray(one['enum']) ? [one['enum'] as readonly Json[]] : []),
  ]);
  if (lists.length === 0) return null;
  const [first = [], ...others] = lists;
  const left = first.filter((value) => others.every((list) => list.some((other) => sameJson(value, other))));
  if (left.length === 0) return 'no value is in every enum and const';
  if (left.some((value) => types.has(typeOf(value)))) return null;
  return `none of the values ${left.map((value) => JSON.stringify(value)).join(', ')} has an allowed type`;
}

const bounds = [
  ['number', 'minimum', 'maximum'],
  ['string', 'minLength', 'maxLength'],
  ['array', 'minItems', 'maxItems'],
  ['object', 'minProperties', 'maxProperties'],
] as const;

/** Only where the type is the one that the bounds are for. */
function boundContradiction(said: readonly JsonObject[], types: ReadonlySet<string>): string | null {
  for (const [type, low, high] of bounds) {
    if (types.size !== 1 || !types.has(type)) continue;
    const numbers = (name: string) => said.flatMap((one) => (typeof one[name] === 'number' ? [one[name]] : []));
    const [least, most] = [Math.max(...numbers(low), -Infinity), Math.min(...numbers(high), Infinity)];
    if (least > most) return `${low} ${least} is more than ${high} ${most}`;
  }
  return null;
}

function memberContradiction(
  said: readonly JsonObject[],
  types: ReadonlySet<string>,
  references: References,
  depth: number,
): string | null {
  if (types.size !== 1 || !types.has('object')) return null;
  const required = new Set(said.flatMap((one) => listOf(one['required']).filter((name) => typeof name === 'string')));
  for (const name of required) {
    if (said.some((one) => refuses(one, name)))
      return `"${name}" is required and additionalProperties: false beside it does not name it`;
    const members = said.flatMap((one) => memberOf(one['properties'], name) ?? []);
    const inner = members.length > 0 && contradictionOf(members, references, depth + 1);
    if (inner) return `"${name}" is required, and for it ${inner}`;
  }
  return null;
}

const memberOf = (properties: Json | undefined, name: string): Json | undefined =>
  isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;

function refuses({ additionalProperties, properties, patternProperties }: JsonObject, name: string): boolean {
  return additionalProperties === false && memberOf(properties, name) === undefined && !isObject(patternProperties);
}

function unionContradiction(
  said: readonly JsonObject[],
  references: References,
  depth: number,
  find: typeof contradictionOf,
): string | null {
  for (const one of said)
    for (const keyword of ['anyOf', 'oneOf']) {
      const options = listOf(one[keyword]);
      if (options.length === 0) continue;
      const others = said.map(withoutUnions);
      const found = options.map((option) => find([...others, option], references, depth + 2));
      if (found.every((clause) => clause !== null)) return `no option of ${keyword} is left: ${found[0]}`;
    }
  return null;
}

/** What all of it says is gathered already. One union is taken option by option: choices of several together are more than can be tried. */
function withoutUnions({ allOf: _, $ref: __, anyOf: ___, oneOf: ____, ...own }: JsonObject): JsonObject {
  return own as JsonObject;
}

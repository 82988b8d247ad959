import type { JsonSchema } from './open-api.js';

export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The properties of an object schema as one list, through references, intersections and unions. */
export function objectMembers(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): readonly Member[] {
  const target = resolve(schema);
  const required = new Set(target.required as readonly string[] | undefined);
  const properties = Object.entries((target.properties ?? {}) as Record<string, JsonSchema>);
  const own = properties.map(([name, member]) => ({ name, schema: member, required: required.has(name) }));
  const all = asSchemas(target.allOf).map((part) => objectMembers(part, resolve));
  const any = [...asSchemas(target.anyOf), ...asSchemas(target.oneOf)].map((part) => objectMembers(part, resolve));
  return [own, ...all].reduce(joinBoth, any.length > 0 ? any.reduce(joinEither) : []);
}

const asSchemas = (value: unknown) => (Array.isArray(value) ? (value as readonly JsonSchema[]) : []);

function joinBoth(a: readonly Member[], b: readonly Member[]): readonly Member[] {
  return join(a, b, 'allOf', (one, other) => Boolean(one?.required || other?.required));
}

function joinEither(a: readonly Member[], b: readonly Member[]): readonly Member[] {
  return join(a, b, 'anyOf', (one, other) => Boolean(one?.required && other?.required));
}

function join(
  a: readonly Member[],
  b: readonly Member[],
  keyword: 'allOf' | 'anyOf',
  isRequired: (one?: Member, other?: Member) => boolean,
): readonly Member[] {
  const names = [...new Set([...a, ...b].map(({ name }) => name))];
  return names.map((name) => {
    const one = a.find((member) => member.name === name);
    const other = b.find((member) => member.name === name);
    const same = !one || !other || JSON.stringify(one.schema) === JSON.stringify(other.schema);
    return {
      name,
      schema: same ? (one ?? other)!.schema : { [keyword]: [one.schema, other.schema] },
      required: isRequired(one, other),
    };
  });
}

import type { $ZodReadonly, $ZodType, $ZodUnion } from 'zod/v4/core';

/** What Zod says of a refused value, before it hides the value: with `reportInput`, also inside a union. */
export interface RefusedValue {
  readonly code?: string;
  readonly input?: unknown;
  readonly path?: readonly PropertyKey[];
  /** Those that an enum or a literal takes. */
  readonly values?: readonly unknown[];
  /** Of a union: the issues of each option; none where no discriminator fits. */
  readonly errors?: readonly (readonly RefusedValue[])[];
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
  /** What refused it; absent inside a union. */
  readonly inst?: { readonly _zod: { readonly def: object } } | undefined;
  [byType]?: boolean;
}

/** The member of an issue that says whether a value is refused for its type alone. Zod copies no symbols. */
export const byType = '~byType';

/** Whether no other value of the same JSON type could have been taken in the place of a refused one. */
export function isRefusedByType(issue: RefusedValue): boolean {
  const { code, input, values = [], discriminator, options = [] } = issue;
  if (issue[byType] !== undefined) return issue[byType];
  if (code === 'invalid_type') return true;
  if (code === 'invalid_value') return isNoneOf(values, input);
  if (code !== 'invalid_union') return false;
  if (discriminator !== undefined) return isNoneOf(options, memberOf(input, discriminator));
  const errors = errorsOfMeant(withSchemas(issue));
  return errors.length > 0 && errors.every((issues) => issues.length > 0 && issues.every(isRefusedByType));
}

/** A refusal of an option that is a union itself, which Zod has said without its schema. */
function withSchemas(issue: RefusedValue): RefusedValue {
  const options = issue.inst && optionsOf(issue.inst);
  const errors = issue.errors?.map((issues, index) =>
    issues.map((one) => (one.path?.length === 0 ? { inst: options?.[index], ...one } : one)),
  );
  return { ...issue, ...(errors && { errors }) };
}

/** Those of the options that a value means by its tag: by a member that is a literal in every option. Of all options where there is no such member. */
function errorsOfMeant({ input, inst, errors = [] }: RefusedValue): NonNullable<RefusedValue['errors']> {
  const options = inst && optionsOf(inst);
  if (options?.length !== errors.length) return errors;
  const tags = options.map(tagsOf);
  const names = Object.keys(tags[0] ?? {}).filter((name) => tags.every((one) => one[name]));
  const meant = errors.filter((_, index) =>
    names.every((name) => tags[index]![name]!.has(memberOf(input, name) as Primitive)),
  );
  return meant.length > 0 ? meant : errors;
}

function optionsOf({ _zod: { def } }: NonNullable<RefusedValue['inst']>): readonly $ZodType[] | undefined {
  const { options, innerType } = def as Partial<$ZodUnion['_zod']['def'] & $ZodReadonly['_zod']['def']>;
  return options ?? (innerType && optionsOf(innerType));
}

type Tags = NonNullable<$ZodType['_zod']['propValues']>;
type Primitive = Parameters<Tags[string]['has']>[0];

/** Zod reads them when they are asked for, which fails for an option that refers to what is not there yet. */
function tagsOf(option: $ZodType): Tags {
  try {
    return option._zod.propValues ?? {};
  } catch {
    return {};
  }
}

const isNoneOf = (values: readonly unknown[], input: unknown) =>
  values.every((value) => jsonTypeOf(value) !== jsonTypeOf(input));

const memberOf = (owner: unknown, name: string): unknown =>
  typeof owner === 'object' && owner !== null ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

const jsonTypeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

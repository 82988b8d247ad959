/** What Zod says of a refused value, before it hides the value: with `reportInput`, also inside a union. */
export interface RefusedValue {
  readonly code?: string;
  readonly input?: unknown;
  /** Those that an enum or a literal takes. */
  readonly values?: readonly unknown[];
  /** Of a union: the issues of each option; none where no discriminator fits. */
  readonly errors?: readonly (readonly RefusedValue[])[];
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
  [byType]?: boolean;
}

/** The member of an issue that says whether a value is refused for its type alone. Zod copies no symbols. */
export const byType = '~byType';

/** Whether no other value of the same JSON type could have been taken in the place of a refused one. */
export function isRefusedByType(issue: RefusedValue): boolean {
  const { code, input, values = [], errors = [], discriminator, options = [] } = issue;
  if (issue[byType] !== undefined) return issue[byType];
  if (code === 'invalid_type') return true;
  if (code === 'invalid_value') return isNoneOf(values, input);
  if (code !== 'invalid_union') return false;
  if (discriminator !== undefined) return isNoneOf(options, memberOf(input, discriminator));
  return errors.length > 0 && errors.every((issues) => issues.length > 0 && issues.every(isRefusedByType));
}

const isNoneOf = (values: readonly unknown[], input: unknown) =>
  values.every((value) => jsonTypeOf(value) !== jsonTypeOf(input));

const memberOf = (owner: unknown, name: string): unknown =>
  typeof owner === 'object' && owner !== null ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

const jsonTypeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

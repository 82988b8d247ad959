import type { $ZodType } from 'zod/v4/core';

/** How one value is accepted, as source text: a test that keeps the value, or an expression for its copy or `undecided`. */
export type Acceptance =
  | { readonly kind: 'test'; readonly text: (value: string) => string }
  | { readonly kind: 'copy'; readonly text: (value: string) => string };

/** What the source text refers to by position. */
export type Scope = unknown[];

interface Check {
  readonly _zod: {
    readonly def: { readonly check: string; readonly [member: string]: unknown };
    readonly traits: ReadonlySet<string>;
    readonly check: (payload: Payload) => unknown;
  };
}
interface Payload {
  value: unknown;
  issues: unknown[];
}

/** Puts a value where source text can refer to it, and returns the name that it has there. */
export function refer(value: unknown, scope: Scope): string {
  return `s${scope.push(value) - 1}`;
}

export function readChoice(schema: $ZodType, scope: Scope): Acceptance | null {
  const values: readonly unknown[] = [...(schema._zod.values ?? [])];
  const isPlain = values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  if (!isPlain || values.length === 0 || checksOf(schema).length > 0) return null;
  const name = refer(new Set(values), scope);
  return { kind: 'test', text: (own) => `${name}.has(${own})` };
}

export function readScalar(
  schema: $ZodType,
  def: { readonly coerce?: boolean },
  type: (own: string) => string,
  scope: Scope,
): Acceptance | null {
  if (def.coerce) return null;
  const tests = checksOf(schema).map((check) => scalarTest(check, scope));
  if (!tests.every((test) => test !== null)) return null;
  return { kind: 'test', text: (own) => `(${[type, ...tests].map((test) => test(own)).join(' && ')})` };
}

/** The checks of a schema, itself among them where it is one, as `z.email()` is. */
export function checksOf(schema: $ZodType): readonly Check[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as Check] : [];
  return [...own, ...((schema._zod.def.checks ?? []) as unknown as readonly Check[])];
}

/** As strict as the check however it counts characters: in UTF-16 units or in code points. */
function scalarTest(check: Check, scope: Scope): ((own: string) => string) | null {
  const { def, traits } = check._zod;
  switch (def.check) {
    case 'max_length':
      return (own) => `${own}.length <= ${Number(def['maximum'])}`;
    case 'min_length':
      return (own) => `${own}.length >= ${Math.max(0, 2 * Math.ceil(Number(def['minimum'])) - 1)}`;
    case 'greater_than':
      return compared(def, '>');
    case 'less_than':
      return compared(def, '<');
    case 'number_format':
      return def['format'] === 'safeint' ? (own) => `Number.isSafeInteger(${own})` : asked(check, scope);
    case 'string_format':
      return traits.has('$ZodCustomStringFormat') ? null : asked(check, scope);
    case 'multiple_of':
    case 'length_equals':
      return asked(check, scope);
    default:
      return null;
  }
}

function compared({ value, inclusive }: Check['_zod']['def'], sign: '<' | '>'): ((own: string) => string) | null {
  return typeof value === 'number' ? (own) => `${own} ${sign}${inclusive ? '=' : ''} ${value}` : null;
}

function asked(check: Check, scope: Scope): (own: string) => string {
  const name = refer(passes(check), scope);
  return (own) => `${name}(${own})`;
}

/** Asks the check itself. One that changes the value does not pass. */
function passes(check: Check): (value: unknown) => boolean {
  const payload: Payload = { value: undefined, issues: [] };
  return (value) => {
    payload.value = value;
    check._zod.check(payload);
    if (payload.issues.length === 0) return payload.value === value;
    payload.issues = [];
    return false;
  };
}

export function lengthTest({ _zod: { def } }: Check, own: string): string | null {
  switch (def.check) {
    case 'min_length':
      return `(${own}.length >= ${Number(def['minimum'])})`;
    case 'max_length':
      return `(${own}.length <= ${Number(def['maximum'])})`;
    case 'length_equals':
      return `(${own}.length === ${Number(def['length'])})`;
    default:
      return null;
  }
}

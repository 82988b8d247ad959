import {
  $ZodBigInt,
  $ZodBoolean,
  $ZodCheckGreaterThan,
  $ZodCheckLessThan,
  $ZodCheckMaxLength,
  $ZodCheckMinLength,
  $ZodCheckMultipleOf,
  $ZodCheckRegex,
  $ZodCheckStringFormat,
  $ZodDate,
  $ZodEnum,
  $ZodLiteral,
  $ZodNever,
  $ZodNull,
  $ZodNumber,
  $ZodNumberFormat,
  $ZodString,
  type $ZodCheck,
  type $ZodType,
  $ZodUnknown,
  regexes,
} from 'zod/v4/core';
import type { JsonSchema } from '../describe/json-schema.js';
import { marks } from '../describe/marks.js';

type Checks = $ZodCheck<never>[];

/** A schema without inner ones; `described` is its JSON Schema, word for word. */
export function leafOf(node: JsonSchema): $ZodType {
  const { [marks.source]: _, [marks.native]: native, [marks.undescribable]: __, ...described } = node;
  const leaf = <D extends object>(def: D) => ({ ...def, described }) as never;
  if (native === 'date') return new $ZodDate(leaf({ type: 'date' }));
  if (native === 'bigint') return new $ZodBigInt(leaf({ type: 'bigint' }));
  if (isObject(node.const) || (Array.isArray(node.enum) && node.enum.some(isObject)))
    return new $ZodUnknown(leaf({ type: 'unknown' }));
  if ('const' in node) return new $ZodLiteral(leaf({ type: 'literal', values: [node.const] }));
  if (Array.isArray(node.enum)) return choiceOf(node.enum, leaf);
  if (isNever(node.not)) return new $ZodNever(leaf({ type: 'never' }));
  switch (node.type) {
    case 'string':
      return new $ZodString(leaf({ type: 'string', checks: textChecks(node) }));
    case 'integer':
      return new $ZodNumberFormat(
        leaf({ type: 'number', check: 'number_format', format: 'safeint', abort: false, checks: rangeChecks(node) }),
      );
    case 'number':
      return new $ZodNumber(leaf({ type: 'number', checks: rangeChecks(node) }));
    case 'boolean':
      return new $ZodBoolean(leaf({ type: 'boolean' }));
    case 'null':
      return new $ZodNull(leaf({ type: 'null' }));
    default:
      return new $ZodUnknown(leaf({ type: 'unknown' }));
  }
}

/** The JSON Schema of a leaf; undefined for every other schema. */
export function describedAs(schema: $ZodType): JsonSchema | undefined {
  return (schema._zod.def as { readonly described?: JsonSchema }).described;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const isNever = (not: unknown) => typeof not === 'object' && not !== null && Object.keys(not).length === 0;

function choiceOf(values: readonly unknown[], leaf: (def: object) => never): $ZodType {
  return values.every((value) => typeof value === 'string')
    ? new $ZodEnum(leaf({ type: 'enum', entries: Object.fromEntries(values.map((value) => [value, value])) }))
    : new $ZodLiteral(leaf({ type: 'literal', values }));
}

function rangeChecks({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): Checks {
  const bound = (value: unknown, make: (value: number) => unknown) => (typeof value === 'number' ? [make(value)] : []);
  return [
    ...bound(minimum, (value) => new $ZodCheckGreaterThan({ check: 'greater_than', value, inclusive: true })),
    ...bound(exclusiveMinimum, (value) => new $ZodCheckGreaterThan({ check: 'greater_than', value, inclusive: false })),
    ...bound(maximum, (value) => new $ZodCheckLessThan({ check: 'less_than', value, inclusive: true })),
    ...bound(exclusiveMaximum, (value) => new $ZodCheckLessThan({ check: 'less_than', value, inclusive: false })),
    ...bound(multipleOf, (value) => new $ZodCheckMultipleOf({ check: 'multiple_of', value })),
  ] as Checks;
}

/** Formats that Zod has a pattern for, by their name in JSON Schema. */
const formats: Readonly<Record<string, readonly [name: string, pattern: RegExp]>> = {
  email: ['email', regexes.email],
  uuid: ['uuid', regexes.uuid()],
  date: ['date', regexes.date],
  'date-time': ['datetime', regexes.datetime({ offset: true })],
  time: ['time', regexes.time({})],
  ipv4: ['ipv4', regexes.ipv4],
  ipv6: ['ipv6', regexes.ipv6],
};

/** A pattern says more than a format beside it. */
function textChecks(node: JsonSchema): Checks {
  const { pattern, format } = node;
  const known = formats[String(format)];
  const checks: unknown[] = [...lengthChecks(node, 'Length')];
  const compiled = typeof pattern === 'string' ? compile(pattern) : null;
  if (compiled) checks.push(new $ZodCheckRegex({ check: 'string_format', format: 'regex', pattern: compiled }));
  else if (known)
    checks.push(new $ZodCheckStringFormat({ check: 'string_format', format: known[0] as never, pattern: known[1] }));
  return checks as Checks;
}

/** null for a pattern that JavaScript does not know. */
function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/** The limits of a string's characters or of an array's items. */
export function lengthChecks(node: JsonSchema, what: 'Length' | 'Items'): Checks {
  const [minimum, maximum] = [node[`min${what}`], node[`max${what}`]];
  return [
    ...(typeof minimum === 'number' ? [new $ZodCheckMinLength({ check: 'min_length', minimum })] : []),
    ...(typeof maximum === 'number' ? [new $ZodCheckMaxLength({ check: 'max_length', maximum })] : []),
  ] as unknown as Checks;
}

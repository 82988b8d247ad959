import type { $ZodType } from 'zod/v4/core';
import { definitionOf } from './zod-tree.js';

/** What the checks of a Zod 4 schema say about size and order. Bounds of dates are in milliseconds. */
export interface Limits {
  readonly minimum: Bound | null;
  readonly maximum: Bound | null;
  readonly multipleOf: number | bigint | null;
  /** Whether only whole numbers pass. */
  readonly whole: boolean;
  /** Characters, items or entries. */
  readonly minSize: number;
  readonly maxSize: number | null;
  /** The formats and patterns of a string; the first is that of the schema itself. */
  readonly formats: readonly StringFormat[];
}

export interface Bound {
  readonly value: number | bigint;
  readonly inclusive: boolean;
}

export interface StringFormat {
  readonly name: string;
  readonly pattern: RegExp | null;
}

interface CheckDefinition {
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly value?: number | bigint | Date;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
  readonly size?: number;
}

/** No limits. */
export const noLimits: Limits = {
  minimum: null,
  maximum: null,
  multipleOf: null,
  whole: false,
  minSize: 0,
  maxSize: null,
  formats: [],
};

/** The limits that a schema's own format and its checks set together. */
export function limitsOf(schema: $ZodType): Limits {
  const own = definitionOf(schema) as CheckDefinition & { readonly checks?: readonly unknown[] };
  const checks = [own, ...(own.checks ?? []).map((check) => (check as { _zod: { def: CheckDefinition } })._zod.def)];
  const sizes = checks.flatMap(({ length, size }) => length ?? size ?? []);
  const bounds = (name: string) =>
    checks
      .filter(({ check }) => check === name)
      .map(({ value, inclusive }) => ({ value: numeric(value!), inclusive: inclusive === true }));
  const steps = checks.filter(({ check }) => check === 'multiple_of').map(({ value }) => numeric(value!));
  const most = Math.floor(Math.min(Infinity, ...sizes, ...checks.flatMap(({ maximum }) => maximum ?? [])));
  return {
    minimum: tightest(bounds('greater_than'), (a, b) => a > b),
    maximum: tightest(bounds('less_than'), (a, b) => a < b),
    multipleOf: steps[0] ?? null,
    whole: checks.some(({ check, format }) => check === 'number_format' && !format?.startsWith('float')),
    minSize: Math.ceil(Math.max(0, ...sizes, ...checks.flatMap(({ minimum }) => minimum ?? []))),
    maxSize: most === Infinity ? null : most,
    formats: checks
      .filter(({ check, format }) => check === 'string_format' && format !== undefined)
      .map(({ format, pattern }) => ({ name: format!, pattern: pattern ?? null })),
  };
}

const numeric = (value: number | bigint | Date) => (value instanceof Date ? value.getTime() : value);

/** Of equal bounds, the exclusive one. */
function tightest(
  bounds: readonly Bound[],
  isTighter: (a: Bound['value'], b: Bound['value']) => boolean,
): Bound | null {
  return bounds.reduce<Bound | null>((best, bound) => {
    if (!best || isTighter(bound.value, best.value)) return bound;
    return bound.value === best.value && !bound.inclusive ? bound : best;
  }, null);
}

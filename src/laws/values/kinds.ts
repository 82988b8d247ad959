import type { $ZodType } from 'zod/v4/core';
import { fitsOf } from '../../schema/fits.js';
import { isRecord } from '../../schema/node.js';
import { definitionOf, type ZodKind } from '../../schema/zod-tree.js';
import { entriesOf, listsOf, objectsOf, recordsOf, tuplesOf } from './container-values.js';
import { parsed, part, type DrawingContext, type ReadKind } from './drawing.js';
import { bigIntsOf, datesOf, numbersOf, templateTextsOf, textsOf } from './scalar-values.js';
import {
  accepted,
  eitherOf,
  listed,
  mapped,
  only,
  plain,
  pooled,
  tupleOf,
  UngeneratableError,
  type Values,
} from './values.js';

/** The parsed values of each kind of schema, before its checks. */
export const kinds: { readonly [kind in ZodKind]: ReadKind } = {
  string: textsOf,
  template_literal: templateTextsOf,
  number: numbersOf,
  int: numbersOf,
  bigint: bigIntsOf,
  date: datesOf,
  boolean: () => listed([false, true]),
  success: () => listed([false, true]),
  null: () => only(null),
  undefined: () => only(undefined),
  void: () => only(undefined),
  nan: () => only(Number.NaN),
  never: () => null,
  literal: ({ _zod }) => listed([...(_zod.values ?? [])]),
  enum: ({ _zod }) => listed([...(_zod.values ?? [])]),
  any: () => plain(anything),
  unknown: () => plain(anything),
  object: objectsOf,
  array: (schema, reading) => listsOf(schema, part(schema, 'element'), reading),
  set: (schema, reading) => then(listsOf(schema, part(schema, 'valueType'), reading), (items) => new Set(items as [])),
  map: (schema, reading) => then(entriesOf(schema, reading), (entries) => new Map(entries as [])),
  tuple: tuplesOf,
  record: recordsOf,
  union: (schema, { of }) => {
    const options = part<readonly $ZodType[]>(schema, 'options').map((option) => of(option));
    const found = options.filter((option) => option !== null);
    return found.length === 0 ? null : eitherOf(found);
  },
  intersection: intersectionsOf,
  optional: orElse(undefined),
  nullable: orElse(null),
  default: filled,
  prefault: filled,
  catch: inner,
  readonly: inner,
  nonoptional: (schema, reading) => {
    const values = inner(schema, reading);
    const refuse = () => new UngeneratableError(reading.place, 'is never defined');
    return values && accepted(values, (value) => (value === undefined ? null : { value }), refuse);
  },
  lazy: (schema, { of }) => of(part<() => $ZodType>(schema, 'getter')()),
  pipe: pipesOf,
  symbol: refuse('a symbol'),
  file: refuse('a file'),
  custom: refuse('a custom schema'),
  transform: refuse('a transform without an output schema'),
  promise: refuse('a promise'),
  function: refuse('a function'),
};

const anything = pooled([null, 0, '', true, [], {}, 'a', 1.5, ['a', null], { a: { b: [1] } }]);

function inner(schema: $ZodType, { of }: DrawingContext): Values | null {
  return of(part(schema, 'innerType'));
}

function orElse(value: unknown): ReadKind {
  return (schema, reading) => {
    const values = inner(schema, reading);
    return values ? eitherOf([only(value), values]) : only(value);
  };
}

/** What takes a missing value returns another. */
function filled(schema: $ZodType, reading: DrawingContext): Values | null {
  const values = inner(schema, reading);
  if (reading.side === 'output') return values;
  return values ? eitherOf([only(undefined), values]) : only(undefined);
}

const then = (values: Values | null, change: (value: unknown) => unknown) => values && mapped(values, change);

function intersectionsOf(schema: $ZodType, { of, place }: DrawingContext): Values | null {
  const sides = [of(part(schema, 'left')), of(part(schema, 'right'))].filter((side) => side !== null);
  const fits = fitsOf(schema);
  if (sides.length < 2) return null;
  return accepted(
    mapped(tupleOf(sides), (both) => unite(both as readonly [unknown, unknown])),
    (value) => (fits(value) ? { value } : null),
    () => new UngeneratableError(place, 'is an intersection whose sides refuse every generated value'),
  );
}

const unite = ([left, right]: readonly [unknown, unknown]) =>
  isRecord(left) && isRecord(right) ? { ...left, ...right } : right;

/** The output of a transform is what it returns for the output of the schema before it. */
function pipesOf(schema: $ZodType, reading: DrawingContext): Values | null {
  const { of, place, side } = reading;
  if (side === 'input') return inputsOf(schema, reading);
  const [first, out] = [part(schema, 'in'), part(schema, 'out')];
  if (definitionOf(out).type !== 'transform') return of(out);
  const values = of(first);
  const refuse = () => new UngeneratableError(place, 'is a transform that refuses every generated value');
  return values && accepted(values, (value) => parsed(out, value), refuse);
}

/** What a pipe takes is a value of its first schema that the second one accepts, which may fit both. */
function inputsOf(schema: $ZodType, { of, place }: DrawingContext): Values | null {
  const sides = [part(schema, 'in'), part(schema, 'out')].filter((side) => definitionOf(side).type !== 'transform');
  const found = sides.map((side) => of(side)).filter((values) => values !== null);
  const refuse = () => new UngeneratableError(place, 'refuses every generated value');
  return found.length === 0
    ? null
    : accepted(eitherOf(found), (value) => (parsed(schema, value) ? { value } : null), refuse);
}

function refuse(what: string): ReadKind {
  return (_, { place }) => {
    throw new UngeneratableError(place, `is ${what}, whose values cannot be generated`);
  };
}

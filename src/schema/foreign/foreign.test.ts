import { type, type Type } from 'arktype';
import fc, { type Arbitrary } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as older } from 'zod/v3';
import { runs } from '../../../test/property-runs.js';
import { findMisfits } from '../find-misfits.js';
import { fitsOf } from '../fits.js';
import { projectionOf } from '../project.js';

/** A schema before it is written with a library. */
type Plan =
  | { readonly kind: keyof typeof scalars }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'both'; readonly sides: readonly (readonly Member[])[] }
  | { readonly kind: 'variant'; readonly options: readonly (readonly Member[])[] }
  | { readonly kind: 'array' | 'nullable' | 'record'; readonly inner: Plan }
  | { readonly kind: 'tuple'; readonly items: readonly Plan[] };

interface Member {
  readonly name: string;
  readonly plan: Plan;
  readonly optional: boolean;
}

const scalars = {
  text: fc.string(),
  word: fc.string({ minLength: 2, maxLength: 5 }),
  whole: fc.integer({ min: -5, max: 5 }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  flag: fc.boolean(),
  choice: fc.constantFrom('red', 'blue'),
};

const { plan: plans } = fc.letrec<{ plan: Plan; members: readonly Member[] }>((tie) => ({
  members: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('id', 'name', 'tags', 'owner', '__proto', 'a/b'),
      plan: tie('plan') as Arbitrary<Plan>,
      optional: fc.boolean(),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
  ),
  plan: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...(Object.keys(scalars) as (keyof typeof scalars)[])).map((kind) => ({ kind })),
    (tie('members') as Arbitrary<readonly Member[]>).map((members) => ({ kind: 'object' as const, members })),
    fc
      .tuple(tie('members') as Arbitrary<readonly Member[]>, tie('members') as Arbitrary<readonly Member[]>)
      .map((options) => ({ kind: 'variant' as const, options })),
    fc
      .tuple(tie('members') as Arbitrary<readonly Member[]>, tie('members') as Arbitrary<readonly Member[]>)
      .map(([one, other]) => ({
        kind: 'both' as const,
        sides: [one, other.map((member) => ({ ...member, name: `${member.name}2` }))],
      })),
    fc
      .tuple(fc.constantFrom('array' as const, 'nullable' as const, 'record' as const), tie('plan') as Arbitrary<Plan>)
      .map(([kind, inner]) => ({ kind, inner })),
    fc
      .array(tie('plan') as Arbitrary<Plan>, { minLength: 1, maxLength: 2 })
      .map((items) => ({ kind: 'tuple' as const, items })),
  ) as Arbitrary<Plan>,
}));

const surplus = fc.dictionary(fc.constantFrom('passwordHash', 'extra'), fc.jsonValue(), { maxKeys: 2 });

function valuesOf(plan: Plan): Arbitrary<unknown> {
  switch (plan.kind) {
    case 'object':
      return membersOf(plan.members);
    case 'variant':
      return fc.oneof(
        ...plan.options.map((members, index) =>
          membersOf(members).map((value) => ({ ...value, is: `option${index}` })),
        ),
      );
    case 'both':
      return fc.tuple(...plan.sides.map(membersOf)).map((sides) => Object.assign({}, ...sides) as object);
    case 'array':
      return fc.array(valuesOf(plan.inner), { maxLength: 3 });
    case 'nullable':
      return fc.option(valuesOf(plan.inner));
    case 'record':
      return fc.dictionary(fc.constantFrom('x', 'y'), valuesOf(plan.inner));
    case 'tuple':
      return fc.tuple(...plan.items.map(valuesOf));
    default:
      return scalars[plan.kind];
  }
}

function membersOf(members: readonly Member[]): Arbitrary<object> {
  const own = fc.record(Object.fromEntries(members.map(({ name, plan }) => [name, valuesOf(plan)])), {
    requiredKeys: members.filter(({ optional }) => !optional).map(({ name }) => name),
  });
  return fc
    .tuple(surplus, own, fc.boolean())
    .map(([more, value, first]) => (first ? { ...more, ...value } : { ...value, ...more }));
}

/** One way of writing a schema, and what the library itself makes of a value: undeclared members dropped, or a refusal. */
interface Library {
  readonly write: (plan: Plan) => unknown;
  readonly parse: (schema: never, value: unknown) => { readonly value: unknown } | null;
}

const shapeOf = <S>(members: readonly Member[], write: (member: Member) => S) =>
  Object.fromEntries(members.map((member) => [member.name, write(member)]));

function writeValibot(plan: Plan): v.GenericSchema {
  const members = (list: readonly Member[]) =>
    shapeOf(list, ({ plan: inner, optional }) => (optional ? v.optional(writeValibot(inner)) : writeValibot(inner)));
  switch (plan.kind) {
    case 'object':
      return v.object(members(plan.members));
    case 'variant':
      return v.variant(
        'is',
        plan.options.map((list, index) => v.object({ ...members(list), is: v.literal(`option${index}`) })) as never,
      );
    case 'both':
      return v.intersect(plan.sides.map((list) => v.object(members(list))));
    case 'array':
      return v.array(writeValibot(plan.inner));
    case 'nullable':
      return v.nullable(writeValibot(plan.inner));
    case 'record':
      return v.record(v.string(), writeValibot(plan.inner));
    case 'tuple':
      return v.strictTuple(plan.items.map(writeValibot) as never);
    case 'text':
      return v.string();
    case 'word':
      return v.pipe(v.string(), v.minLength(2), v.maxLength(5));
    case 'whole':
      return v.pipe(v.number(), v.integer(), v.minValue(-5), v.maxValue(5));
    case 'number':
      return v.number();
    case 'flag':
      return v.boolean();
    case 'choice':
      return v.picklist(['red', 'blue']);
  }
}

function writeArkType(plan: Plan): Type {
  const members = (list: readonly Member[]) =>
    Object.fromEntries(
      list.map(({ name, plan: inner, optional }) => [optional ? `${name}?` : name, writeArkType(inner)]),
    );
  switch (plan.kind) {
    case 'object':
      return type(members(plan.members) as never) as never;
    case 'variant': {
      const [one, other] = plan.options.map((list, index) =>
        type({ ...members(list), is: `'option${index}'` } as never),
      );
      return (one as Type).or(other as never) as never;
    }
    case 'both':
      // ArkType makes one type of an intersection, and cannot always drop members of it.
      return type(members(plan.sides.flat()) as never) as never;
    case 'array':
      return writeArkType(plan.inner).array() as never;
    case 'nullable':
      return writeArkType(plan.inner).or('null') as never;
    case 'record':
      return type({ '[string]': writeArkType(plan.inner) } as never) as never;
    case 'tuple':
      return type(plan.items.map(writeArkType) as never) as never;
    case 'text':
      return type('string') as never;
    case 'word':
      return type('2 <= string <= 5') as never;
    case 'whole':
      return type('-5 <= number.integer <= 5') as never;
    case 'number':
      return type('number') as never;
    case 'flag':
      return type('boolean') as never;
    case 'choice':
      return type("'red' | 'blue'") as never;
  }
}

/** `zod/v3` and Zod 4 have the same words for all of this. */
function writeZod(zod: typeof z, plan: Plan): z.ZodType {
  const members = (list: readonly Member[]) =>
    shapeOf(list, ({ plan: inner, optional }) => (optional ? writeZod(zod, inner).optional() : writeZod(zod, inner)));
  switch (plan.kind) {
    case 'object':
      return zod.object(members(plan.members));
    case 'variant':
      return zod.discriminatedUnion(
        'is',
        plan.options.map((list, index) => zod.object({ ...members(list), is: zod.literal(`option${index}`) })) as never,
      );
    case 'both': {
      const [one, other] = plan.sides.map((list) => zod.object(members(list)));
      return zod.intersection(one!, other!);
    }
    case 'array':
      return zod.array(writeZod(zod, plan.inner));
    case 'nullable':
      return writeZod(zod, plan.inner).nullable();
    case 'record':
      return zod.record(zod.string(), writeZod(zod, plan.inner));
    case 'tuple':
      return zod.tuple(plan.items.map((item) => writeZod(zod, item)) as never);
    case 'text':
      return zod.string();
    case 'word':
      return zod.string().min(2).max(5);
    case 'whole':
      return zod.number().int().min(-5).max(5);
    case 'number':
      return zod.number();
    case 'flag':
      return zod.boolean();
    case 'choice':
      return zod.enum(['red', 'blue']);
  }
}

/** ArkType refuses some unions inside unions, as they are or where it drops members: those cases are skipped. */
function skipWithout<T>(make: () => T): T {
  try {
    return make();
  } catch {
    return fc.pre(false) as never;
  }
}

const parseZod = (schema: never, value: unknown) => {
  const { success, data } = (schema as z.ZodType).safeParse(value);
  return success ? { value: data } : null;
};

const libraries: Readonly<Record<string, Library>> = {
  Valibot: {
    write: writeValibot,
    parse: (schema, value) => {
      const { success, output } = v.safeParse(schema as v.GenericSchema, value);
      return success ? { value: output } : null;
    },
  },
  ArkType: {
    write: (plan) => skipWithout(() => writeArkType(plan)),
    parse: (schema, value) => {
      const result = skipWithout(
        () => (schema as Type).onDeepUndeclaredKey('delete')(structuredClone(value)) as unknown,
      );
      return result instanceof type.errors ? null : { value: result };
    },
  },
  'Zod 3': { write: (plan) => writeZod(older as unknown as typeof z, plan), parse: parseZod },
  'Zod 4': { write: (plan) => writeZod(z, plan), parse: parseZod },
};

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe.each(Object.entries(libraries))('schemas of %s', (_name, { write, parse }) => {
  it('send what the library itself keeps of a value, at every depth', () => {
    const cases = plans.chain((plan) => valuesOf(plan).map((value) => ({ plan, value })));
    fc.assert(
      fc.property(cases, ({ plan, value }) => {
        const schema = write(plan);
        const kept = parse(schema as never, value);
        const project = projectionOf(schema);
        expect(json(project ? project(value) : value)).toEqual(json(kept?.value));
        expect(fitsOf(schema)(value)).toBe(true);
        expect(findMisfits(schema, value).wrong).toEqual([]);
      }),
      runs(20),
    );
  });

  it('take what the library takes', () => {
    const cases = plans.chain((plan) =>
      fc.oneof(others, valuesOf(plan).chain(damaged)).map((value) => ({ plan, value })),
    );
    fc.assert(
      fc.property(cases, ({ plan, value }) => {
        const schema = write(plan);
        const kept = parse(schema as never, value);
        expect(fitsOf(schema)(value)).toBe(kept !== null);
        expect(findMisfits(schema, value).wrong.length > 0).toBe(!fitsOf(schema)(value));
      }),
      runs(20),
    );
  });
});

/** No lists: Valibot and ArkType take one for an object without required members. */
const others = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, true, {}, { id: 1 }));

/** A value with one part replaced. */
function damaged(value: unknown): Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return others;
  const entries = Object.entries(value);
  if (entries.length === 0) return fc.constant(value);
  return fc.nat(entries.length - 1).chain((index) => {
    const [name, inner] = entries[index]!;
    return damaged(inner).map((other) =>
      Array.isArray(value) ? value.with(index, other) : { ...value, [name]: other },
    );
  });
}

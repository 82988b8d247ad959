import { type } from 'arktype';
import fc from 'fast-check';
import * as valibot from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as older from 'zod/v3';
import { runs } from '../../test/property-runs.js';
import { findMisfits } from './find-misfits.js';
import { fitsOf } from './fits.js';
import { projectionOf } from './project.js';

/** A schema with an arbitrary of what fits it, strict objects left out: parsing is then exactly dropping. */
interface Sample {
  readonly schema: z.ZodType;
  readonly older: older.ZodTypeAny | null;
  readonly value: fc.Arbitrary<unknown>;
}

const scalars: readonly Sample[] = [
  { schema: z.string(), older: older.z.string(), value: fc.string() },
  { schema: z.int(), older: older.z.number().int(), value: fc.integer() },
  { schema: z.boolean(), older: older.z.boolean(), value: fc.boolean() },
  { schema: z.null(), older: older.z.null(), value: fc.constant(null) },
  { schema: z.enum(['a', 'b']), older: older.z.enum(['a', 'b']), value: fc.constantFrom('a', 'b') },
  { schema: z.string().min(2), older: older.z.string().min(2), value: fc.string({ minLength: 2 }) },
];

const surplus = fc.dictionary(fc.constantFrom('passwordHash', 'extra', 'zz'), fc.jsonValue(), { maxKeys: 2 });
const ifOlder = (samples: readonly Sample[], make: (schemas: older.ZodTypeAny[]) => older.ZodTypeAny) =>
  samples.every(({ older: one }) => one) ? make(samples.map(({ older: one }) => one!)) : null;

function objectOf(members: readonly (readonly [string, Sample, boolean])[], extra: fc.Arbitrary<object>): Sample {
  const shape = Object.fromEntries(
    members.map(([name, { schema }, optional]) => [name, optional ? schema.optional() : schema]),
  );
  return {
    schema: z.object(shape),
    older: ifOlder(
      members.map(([, sample]) => sample),
      (schemas) =>
        older.z.object(
          Object.fromEntries(
            members.map(([name, , optional], index) => [name, optional ? schemas[index]!.optional() : schemas[index]!]),
          ),
        ),
    ),
    value: fc
      .tuple(
        extra,
        fc.record(Object.fromEntries(members.map(([name, { value }]) => [name, value])), {
          requiredKeys: members.filter(([, , optional]) => !optional).map(([name]) => name),
        }),
        fc.boolean(),
      )
      .map(([more, own, first]) => (first ? { ...more, ...own } : { ...own, ...more })),
  };
}

const names = ['id', 'name', 'tags', 'owner'] as const;

const samples = fc.letrec<{ any: Sample; object: Sample }>((tie) => ({
  object: fc
    .tuple(...names.map((name) => fc.option(fc.tuple(fc.constant(name), tie('any'), fc.boolean()))))
    .map((members) =>
      objectOf(
        members.filter((member) => member !== null),
        surplus,
      ),
    ),
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...scalars),
    tie('object'),
    tie('any').map(
      (item): Sample => ({
        schema: z.array(item.schema),
        older: ifOlder([item], ([one]) => older.z.array(one!)),
        value: fc.array(item.value, { maxLength: 3 }),
      }),
    ),
    tie('any').map(
      (item): Sample => ({
        schema: item.schema.nullable(),
        older: ifOlder([item], ([one]) => one!.nullable()),
        value: fc.option(item.value),
      }),
    ),
    tie('any').map(
      (item): Sample => ({
        schema: z.record(z.string(), item.schema),
        older: ifOlder([item], ([one]) => older.z.record(one!)),
        value: fc.dictionary(fc.constantFrom('x', 'y'), item.value),
      }),
    ),
    fc.tuple(tie('any'), tie('any')).map(
      ([one, other]): Sample => ({
        schema: z.tuple([one.schema, other.schema]),
        older: ifOlder([one, other], ([a, b]) => older.z.tuple([a!, b!])),
        value: fc.tuple(one.value, other.value),
      }),
    ),
    fc.tuple(tie('any'), tie('any')).map(
      ([one, other]): Sample => ({
        schema: z.union([one.schema, other.schema]),
        older: ifOlder([one, other], ([a, b]) => older.z.union([a!, b!])),
        value: fc.oneof(one.value, other.value),
      }),
    ),
    fc.tuple(tie('object'), tie('object')).map(([one, other]): Sample => tagged(one, other)),
    tie('object').map(
      (item): Sample => ({ schema: z.lazy(() => item.schema).readonly(), older: null, value: item.value }),
    ),
  ),
}));

/** A union discriminated by its `kind`. */
function tagged(one: Sample, other: Sample): Sample {
  const option = (sample: Sample, kind: string) => (sample.schema as z.ZodObject).extend({ kind: z.literal(kind) });
  return {
    schema: z.discriminatedUnion('kind', [option(one, 'one'), option(other, 'other')]),
    older: null,
    value: fc.oneof(
      one.value.map((value) => ({ ...(value as object), kind: 'one' })),
      other.value.map((value) => ({ ...(value as object), kind: 'other' })),
    ),
  };
}

const cases = samples.any.chain((sample) => sample.value.map((value) => ({ ...sample, value })));

/** Two schemas that one value fits, with members of their own and shared ones. */
interface Pair {
  readonly left: z.ZodType;
  readonly right: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

const nothing: Pair = { left: z.object({}), right: z.object({}), value: surplus };

const pairs = fc.letrec<{ any: Pair; object: Pair }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...scalars).map(({ schema, value }): Pair => ({ left: schema, right: schema, value })),
    tie('object'),
    tie('any').map(
      ({ left, right, value }): Pair => ({
        left: z.array(left),
        right: z.array(right),
        value: fc.array(value, { maxLength: 3 }),
      }),
    ),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('left', 'right', 'both'), tie('any')), { maxLength: 4 })
    .map((members) => {
      const byName = new Map(members.map((member) => [member[0], member]));
      const shape = (side: 'left' | 'right') =>
        Object.fromEntries(
          [...byName.values()].flatMap(([name, owner, pair]) =>
            owner === side || owner === 'both' ? [[name, pair[side]] as const] : [],
          ),
        );
      // A member of one side only has the shape of that side.
      const values = [...byName.values()].map(([name, , pair]) => [name, pair.value] as const);
      if (values.length === 0) return nothing;
      const value = fc
        .tuple(surplus, fc.record(Object.fromEntries(values)))
        .map(([more, own]) => ({ ...more, ...own }));
      return { left: z.object(shape('left')), right: z.object(shape('right')), value };
    }),
}));

/** Runs where `new Function` is not allowed, as on Cloudflare Workers. */
function withoutCodeGeneration<T>(action: () => T): T {
  const own = globalThis.Function;
  globalThis.Function = function forbidden() {
    throw new EvalError('Code generation from strings disallowed for this context');
  } as unknown as FunctionConstructor;
  try {
    return action();
  } finally {
    globalThis.Function = own;
  }
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify({ value })) as unknown;

describe('a projection', () => {
  it('keeps what the same library keeps when it parses, at every depth, and does not touch the value', () => {
    fc.assert(
      fc.property(cases, ({ schema, value }) => {
        const before = structuredClone(value);
        const projected = projectionOf(schema)?.(value) ?? value;
        expect(asJson(projected)).toEqual(asJson(schema.parse(value)));
        expect(value).toEqual(before);
      }),
      runs(120),
    );
  });

  it('does so for zod/v3 as well', () => {
    fc.assert(
      fc.property(cases, ({ older: schema, value }) => {
        fc.pre(schema !== null);
        expect(asJson(projectionOf(schema)?.(value) ?? value)).toEqual(asJson(schema!.parse(value)));
      }),
      runs(40),
    );
  });

  it('of an intersection keeps what Zod merges', () => {
    const merged = pairs.object.chain(({ left, right, value }) => fc.tuple(fc.constant([left, right] as const), value));
    fc.assert(
      fc.property(merged, ([[left, right], value]) => {
        const schema = z.intersection(left, right);
        expect(asJson(projectionOf(schema)!(value))).toEqual(asJson(schema.parse(value)));
      }),
      runs(60),
    );
  });

  it('keeps the same where code generation is not allowed', () => {
    fc.assert(
      fc.property(cases, ({ schema, value }) => {
        const kept = withoutCodeGeneration(() => projectionOf(schema)?.(value) ?? value);
        expect(asJson(kept)).toEqual(asJson(schema.parse(value)));
      }),
      runs(60),
    );
  });

  it.each([
    ['generated', <T>(action: () => T) => action()],
    ['interpreted', withoutCodeGeneration],
  ] as const)('keeps a member called __proto__, %s', (_how, run) => {
    const value = JSON.parse('{"__proto__":{"id":1,"x":2},"b":{"__proto__":3}}') as unknown;
    const Own = z.object({ ['__proto__']: z.object({ id: z.int() }), b: z.looseObject({}) });
    expect(JSON.stringify(run(() => projectionOf(Own)!(value)))).toBe('{"__proto__":{"id":1},"b":{"__proto__":3}}');
  });

  it.each([
    ['generated', <T>(action: () => T) => action()],
    ['interpreted', withoutCodeGeneration],
  ] as const)('does not take what every object has for a member, %s', (_how, run) => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const Named = z.object({ id: z.int(), [name]: z.unknown().optional() });
      const Text = z.object({ id: z.int(), [name]: z.string().optional() });
      expect(JSON.stringify(run(() => projectionOf(Named)!({ id: 1, x: 2 })))).toBe('{"id":1}');
      expect(fitsOf(Text)({ id: 1 })).toBe(true);
      expect(findMisfits(Text, { id: 1 }).wrong).toEqual([]);
    }
  });

  it('sends what a schema of another library declares as it is', () => {
    const other = { '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) } };
    expect(projectionOf(other)).toBeNull();
    expect(project(z.object({ id: z.int() }), { id: 1, x: 2 })).toEqual({ id: 1 });
  });

  const project = (schema: unknown, value: unknown) => projectionOf(schema)?.(value) ?? value;
  const User = z.object({ id: z.int(), name: z.string(), email: z.string().optional() });

  it('leaves out what no schema declares, in the order of the schema', () => {
    expect(JSON.stringify(project(User, { passwordHash: 'x', name: 'Ada', id: 1 }))).toBe('{"id":1,"name":"Ada"}');
    expect(JSON.stringify(project(User, { name: 'Ada', id: 1 }))).toBe('{"id":1,"name":"Ada"}');
  });

  it('is null where nothing could be dropped', () => {
    expect(projectionOf(z.array(z.string()))).toBeNull();
    expect(projectionOf(z.string().nullable())).toBeNull();
  });

  it('keeps what loose and catch-all schemas keep', () => {
    expect(project(z.looseObject({ id: z.int() }), { x: 1, id: 1 })).toEqual({ id: 1, x: 1 });
    expect(project(z.object({ id: z.int() }).catchall(User), { id: 1, a: { id: 2, name: 'B', secret: 1 } })).toEqual({
      id: 1,
      a: { id: 2, name: 'B' },
    });
    expect(project(older.z.object({ id: older.z.number() }).passthrough(), { x: 1, id: 1 })).toEqual({ id: 1, x: 1 });
  });

  it.each([
    ['a record of an enumeration', z.record(z.enum(['red', 'blue']), z.object({ id: z.number() }))],
    ['a partial record', z.partialRecord(z.enum(['red', 'blue', 'green']), z.object({ id: z.number() }))],
    ['literals', z.record(z.union([z.literal('red'), z.literal(['blue'])]), z.object({ id: z.number() }))],
    ['zod/v3', older.z.record(older.z.enum(['red', 'blue']), older.z.object({ id: older.z.number() }))],
    [
      'an enum of zod/v3',
      older.z.record(older.z.nativeEnum({ R: 'red', B: 'blue' }), older.z.object({ id: older.z.number() })),
    ],
  ])('keeps the keys that a record lists: %s', (_name, schema) => {
    const row = { passwordHash: { id: 3 }, blue: { id: 2, extra: 1 }, red: { id: 1 } };
    expect(JSON.stringify(project(schema, row))).toBe('{"red":{"id":1},"blue":{"id":2}}');
    expect(findMisfits(schema, row)).toEqual({ wrong: [], surplus: ['/blue/extra', '/passwordHash'] });
    expect(fitsOf(schema)(row)).toBe(true);
  });

  it('keeps all keys of a loose record, and misses the keys that a whole one requires', () => {
    expect(project(z.looseRecord(z.enum(['red']), z.object({ id: z.number() })), { blue: 1 })).toEqual({ blue: 1 });
    const { wrong } = findMisfits(z.record(z.enum(['red', 'blue']), z.number()), { red: 1 });
    expect(wrong.map(({ pointer }) => pointer)).toEqual(['/blue']);
  });

  it('tries the members of a union as if they were not strict', () => {
    const Pet = z.union([z.strictObject({ bark: z.string() }), z.strictObject({ meow: z.string() })]);
    expect(project(Pet, { meow: 'x', id: 1 })).toEqual({ meow: 'x' });
    expect(() => project(Pet, { moo: 'x' })).toThrow('matches no member of the union');
  });

  it('keeps the members of both sides of an intersection', () => {
    const Both = z.intersection(
      z.object({ a: z.object({ x: z.int() }) }),
      z.object({ a: z.object({ y: z.int() }), b: z.int() }),
    );
    expect(project(Both, { a: { x: 1, y: 2, z: 3 }, b: 4, c: 5 })).toEqual({ a: { x: 1, y: 2 }, b: 4 });
  });

  it('leaves out the items of a tuple that no schema declares', () => {
    expect(project(z.tuple([z.int(), z.string()]), [1, 'a', 'secret'])).toEqual([1, 'a']);
    expect(project(z.tuple([User]), [{ id: 1, name: 'Ada', secret: 2 }, 'secret'])).toEqual([{ id: 1, name: 'Ada' }]);
    expect(project(older.z.tuple([older.z.number()]), [1, 'secret'])).toEqual([1]);
    expect(project(valibot.tuple([valibot.number()]), [1, 'secret'])).toEqual([1]);
    expect(project(type(['number']), [1, 'secret'])).toEqual([1]);
  });

  it('keeps the items of a tuple whose rest is declared', () => {
    expect(project(z.tuple([z.int()], User), [1, { id: 1, name: 'Ada', secret: 2 }])).toEqual([
      1,
      { id: 1, name: 'Ada' },
    ]);
    expect(project(older.z.tuple([older.z.number()]).rest(older.z.string()), [1, 'a'])).toEqual([1, 'a']);
    expect(project(valibot.looseTuple([valibot.number()]), [1, 'a'])).toEqual([1, 'a']);
    expect(projectionOf(z.tuple([z.int()]).rest(z.unknown()))).toBeNull();
  });

  it('takes an object with toJSON for what that gives, and reads getters of classes', () => {
    expect(project(User, { secret: 1, toJSON: () => ({ id: 1, name: 'Ada', secret: 2 }) })).toEqual({
      id: 1,
      name: 'Ada',
    });
    class Row {
      id = 1;
      secret = 2;
      get name() {
        return 'Ada';
      }
    }
    expect(project(User, new Row())).toEqual({ id: 1, name: 'Ada' });
  });

  it('finds the member of a union that an object with toJSON, or one in it, stands for', () => {
    const row = { secret: 1, toJSON: () => ({ id: 1, name: 'Ada', secret: 2 }) };
    const sent = { id: 1, name: 'Ada' };
    expect(project(z.union([z.boolean(), User]), row)).toEqual(sent);
    expect(project(z.union([z.boolean(), z.object({ user: User })]), { user: row })).toEqual({ user: sent });
    expect(project(z.union([z.boolean(), z.array(User)]), { toJSON: () => [row] })).toEqual([sent]);
    const Cat = z.object({ kind: z.literal('cat') });
    const Dog = z.object({ kind: z.literal('dog') });
    expect(project(z.discriminatedUnion('kind', [Cat, Dog]), { toJSON: () => ({ kind: 'dog', secret: 2 }) })).toEqual({
      kind: 'dog',
    });
  });

  it('refuses a list where an object is declared and the other way round, which would take everything along', () => {
    const Pair = z.tuple([User, z.string()]);
    for (const [schema, value] of [
      [User, [{ id: 1, secret: 2 }]],
      [User, { toJSON: () => [{ secret: 2 }] }],
      [z.object({ user: User.nullable() }), { user: [{ secret: 2 }] }],
      [z.looseObject({ user: User }), { user: [{ secret: 2 }] }],
      [z.record(z.string(), User), [{ secret: 2 }]],
      [z.array(User), { secret: 2 }],
      [z.array(User), { toJSON: () => ({ secret: 2 }) }],
      [Pair, { secret: 2 }],
    ] as const)
      expect(() => project(schema, value)).toThrow(
        /^Expected an (?:object, received an array|array, received an object)\.$/,
      );
    expect(project(z.array(User), { toJSON: () => [{ id: 1, name: 'Ada', secret: 2 }] })).toEqual([
      { id: 1, name: 'Ada' },
    ]);
    expect(project(Pair, { toJSON: () => [{ id: 1, name: 'Ada', secret: 2 }, 'x'] })).toEqual([
      { id: 1, name: 'Ada' },
      'x',
    ]);
  });

  it('follows a schema that contains itself', () => {
    const Node: z.ZodType = z.object({
      id: z.int(),
      get children() {
        return z.array(Node);
      },
    });
    expect(project(Node, { id: 1, x: 1, children: [{ id: 2, x: 2, children: [] }] })).toEqual({
      id: 1,
      children: [{ id: 2, children: [] }],
    });
  });

  it('sends a date, a codec and a transform as they are', () => {
    const at = new Date(0);
    expect(
      project(z.object({ at: z.date(), on: z.string().transform((text) => new Date(text)) }), { at, on: at, x: 1 }),
    ).toEqual({ at, on: at });
  });
});

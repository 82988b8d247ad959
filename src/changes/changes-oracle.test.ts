import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/property-runs.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { moved } from './moved.js';
import { type Reshape, reshape } from './reshape.js';
import { added, removed, renamed } from './short-forms.js';

/** A schema as data, from which the test makes schemas of every version by hand, values, and what becomes of them. */
type Plan =
  | { readonly kind: 'text' | 'number' | 'phone' }
  | { readonly kind: 'array' | 'record' | 'optional' | 'nullable' | 'readonly' | 'lazy' | 'maybe'; readonly of: Plan }
  | { readonly kind: 'tuple'; readonly items: readonly Plan[]; readonly rest: Plan | null }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, Plan>> }
  | { readonly kind: 'both'; readonly entity: number; readonly members: Readonly<Record<string, Plan>> }
  | { readonly kind: 'entity'; readonly entity: number };

/** The short form that each of the versions 3 and 2 applies to an object. */
interface Entity {
  readonly members: Readonly<Record<string, Plan>>;
  readonly forms: readonly [Form | null, Form | null];
}
type Form = 'renamed' | 'added' | 'removed' | 'moved' | 'movedAll';
type Version = 3 | 2 | 1;

const text: Plan = { kind: 'text' };
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]));

/** The members that a form has on either side of its version. */
const sides: Readonly<Record<Form, (v: number) => { newer: Record<string, Plan>; older: Record<string, Plan> }>> = {
  renamed: (v) => ({ newer: texts(`name${v}`), older: texts(`title${v}`) }),
  added: (v) => ({ newer: texts(`extra${v}`), older: {} }),
  removed: (v) => ({ newer: {}, older: texts(`legacy${v}`) }),
  moved: (v) => ({
    newer: { [`box${v}`]: { kind: 'object', members: texts('x', 'y') } },
    older: { [`box${v}`]: { kind: 'object', members: texts('y') }, ...texts(`x${v}`) },
  }),
  movedAll: (v) => ({
    newer: { [`box${v}`]: { kind: 'object', members: texts('x', 'y') } },
    older: texts(`x${v}`, `y${v}`),
  }),
};

function declare(form: Form, v: number, schema: z.ZodObject): Reshape {
  switch (form) {
    case 'renamed':
      return renamed(schema, { [`name${v}`]: `title${v}` }) as unknown as Reshape;
    case 'added':
      return added(schema, { [`extra${v}`]: 'implied' }) as unknown as Reshape;
    case 'removed':
      return removed(schema, { [`legacy${v}`]: z.string() }, { down: () => ({ [`legacy${v}`]: 'gone' }) }) as never;
    case 'moved':
      return moved(schema, { [`box${v}.x`]: `x${v}` }) as unknown as Reshape;
    case 'movedAll':
      return moved(schema, { [`box${v}.x`]: `x${v}`, [`box${v}.y`]: `y${v}` }) as unknown as Reshape;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** What a form does to a value, written without looking at the code under test. */
function downByHand(form: Form, v: number, value: Values): Values {
  const { [`name${v}`]: name, [`extra${v}`]: _, [`box${v}`]: found, ...rest } = value;
  const box = found as { readonly x: unknown; readonly y: unknown };
  switch (form) {
    case 'renamed':
      return { ...rest, [`title${v}`]: name };
    case 'added':
      return rest;
    case 'removed':
      return { ...value, [`legacy${v}`]: 'gone' };
    case 'moved':
      return { ...rest, [`box${v}`]: { y: box.y }, [`x${v}`]: box.x };
    case 'movedAll':
      return { ...rest, [`x${v}`]: box.x, [`y${v}`]: box.y };
  }
}

function upByHand(form: Form, v: number, value: Values): Values {
  const { [`title${v}`]: title, [`legacy${v}`]: _, [`x${v}`]: x, [`y${v}`]: y, ...rest } = value;
  switch (form) {
    case 'renamed':
      return { ...rest, [`name${v}`]: title };
    case 'added':
      return { ...value, [`extra${v}`]: 'implied' };
    case 'removed':
      return rest;
    case 'moved':
      return { ...rest, [`box${v}`]: { ...(value[`box${v}`] as object), x } };
    case 'movedAll':
      return { ...rest, [`box${v}`]: { x, y } };
  }
}

class World {
  readonly phone = z.string().nullable();
  readonly #schemas = new Map<string, z.ZodObject>();
  constructor(
    readonly root: Plan,
    readonly entities: readonly Entity[],
  ) {}

  membersOf(entity: number, version: Version): Readonly<Record<string, Plan>> {
    const { members, forms } = this.entities[entity]!;
    const own = forms.map((form, index) => {
      if (!form) return {};
      const { newer, older } = sides[form](3 - index);
      return version >= 3 - index ? newer : older;
    });
    return Object.assign({}, members, ...own) as Record<string, Plan>;
  }

  /** The shape of a version from scratch, without any change. */
  schema(plan: Plan, version: Version = 3): z.ZodType {
    const inner = (one: Plan) => this.schema(one, version);
    const object = (members: Readonly<Record<string, Plan>>) =>
      z.object(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, inner(member)])));
    switch (plan.kind) {
      case 'text':
        return z.string();
      case 'number':
        return z.int();
      case 'phone':
        return version === 3 ? this.phone : z.string();
      case 'array':
        return z.array(inner(plan.of));
      case 'record':
        return z.record(z.string(), inner(plan.of));
      case 'optional':
        return inner(plan.of).optional();
      case 'nullable':
        return inner(plan.of).nullable();
      case 'readonly':
        return inner(plan.of).readonly();
      case 'lazy':
        return z.lazy(() => inner(plan.of));
      case 'maybe':
        return z.union([z.literal('none'), z.array(inner(plan.of))]);
      case 'tuple':
        return plan.rest
          ? z.tuple(plan.items.map(inner) as [z.ZodType], inner(plan.rest))
          : z.tuple(plan.items.map(inner) as [z.ZodType]);
      case 'object':
        return object(plan.members);
      case 'both':
        return z.intersection(this.#entity(plan.entity, version), object(plan.members));
      case 'entity':
        return this.#entity(plan.entity, version);
    }
  }

  #entity(entity: number, version: Version): z.ZodObject {
    const key = `${entity} ${version}`;
    const known = this.#schemas.get(key);
    if (known) return known;
    const members = this.membersOf(entity, version);
    const made = z.object(
      Object.fromEntries(Object.entries(members).map(([name, plan]) => [name, this.schema(plan, version)])),
    );
    this.#schemas.set(key, made);
    return made;
  }

  versions() {
    const changes: Reshape[][] = [[reshape(this.phone, phoneChange)], []];
    this.entities.forEach(({ forms }, entity) => {
      let current = this.schema({ kind: 'entity', entity }) as z.ZodObject;
      forms.forEach((form, index) => {
        if (!form) return;
        const declared = declare(form, 3 - index, current);
        changes[index]!.push(declared);
        current = declared.before as z.ZodObject;
      });
    });
    return defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Two', schemas: changes[1]! })] },
      { version: '3', changes: [change({ title: 'Three', schemas: changes[0]! })] },
    ]);
  }

  /** One hop, by a naive interpreter; `version` is the newer of the two. */
  hop(plan: Plan, value: unknown, version: 3 | 2, way: 'down' | 'up'): unknown {
    const inner = (one: Plan) => (item: unknown) => this.hop(one, item, version, way);
    const members = (plans: Readonly<Record<string, Plan>>, values: Values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, item]) => [name, plans[name] ? inner(plans[name])(item) : item]),
      );
    switch (plan.kind) {
      case 'text':
      case 'number':
        return value;
      case 'phone':
        return version === 2
          ? value
          : way === 'down'
            ? phoneChange.down(value as null)
            : phoneChange.up(value as string);
      case 'array':
        return (value as unknown[]).map(inner(plan.of));
      case 'record':
        return Object.fromEntries(Object.entries(value as Values).map(([name, item]) => [name, inner(plan.of)(item)]));
      case 'optional':
        return value === undefined ? undefined : inner(plan.of)(value);
      case 'nullable':
        return value === null ? null : inner(plan.of)(value);
      case 'readonly':
      case 'lazy':
        return inner(plan.of)(value);
      case 'maybe':
        return value === 'none' ? value : (value as unknown[]).map(inner(plan.of));
      case 'tuple':
        return (value as unknown[]).map((item, index) => inner(plan.items[index] ?? plan.rest!)(item));
      case 'object':
        return members(plan.members, value as Values);
      case 'both': {
        const others = Object.fromEntries(Object.entries(value as Values).filter(([name]) => name in plan.members));
        const own = Object.fromEntries(Object.entries(value as Values).filter(([name]) => !(name in plan.members)));
        const entity = inner({ kind: 'entity', entity: plan.entity })(own);
        return { ...(entity as Values), ...members(plan.members, others) };
      }
      case 'entity': {
        const form = this.entities[plan.entity]!.forms[3 - version]!;
        const kept = members(this.entities[plan.entity]!.members, value as Values);
        if (!form) return kept;
        return way === 'down' ? downByHand(form, version, kept) : upByHand(form, version, kept);
      }
    }
  }

  values(plan: Plan, version: Version): Arbitrary<unknown> {
    const inner = (one: Plan) => this.values(one, version);
    const object = (members: Readonly<Record<string, Plan>>) =>
      fc.record(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, inner(member)])));
    switch (plan.kind) {
      case 'text':
        return fc.constantFrom('', 'a', 'b');
      case 'number':
        return fc.integer({ min: 0, max: 9 });
      case 'phone':
        return version === 3 ? fc.constantFrom(null, '1') : fc.constantFrom('none', '1');
      case 'array':
        return fc.array(inner(plan.of), { maxLength: 2 });
      case 'record':
        return fc.dictionary(fc.constantFrom('k', 'l'), inner(plan.of), { maxKeys: 2, noNullPrototype: true });
      case 'optional':
        return fc.oneof(fc.constant(undefined), inner(plan.of));
      case 'nullable':
        return fc.oneof(fc.constant(null), inner(plan.of));
      case 'readonly':
      case 'lazy':
        return inner(plan.of);
      case 'maybe':
        return fc.oneof(fc.constant('none'), fc.array(inner(plan.of), { maxLength: 2 }));
      case 'tuple':
        return fc
          .tuple(
            fc.tuple(...plan.items.map(inner)),
            plan.rest ? fc.array(inner(plan.rest), { maxLength: 2 }) : fc.constant([]),
          )
          .map((parts) => parts.flat());
      case 'object':
        return object(plan.members);
      case 'both':
        return fc
          .tuple(object(this.membersOf(plan.entity, version)), object(plan.members))
          .map(([own, others]) => ({ ...(own as Values), ...(others as Values) }));
      case 'entity':
        return object(this.membersOf(plan.entity, version));
    }
  }
}

const phoneChange = {
  before: z.string(),
  down: (phone: string | null) => phone ?? 'none',
  up: (phone: string) => (phone === 'none' ? null : phone),
};

/** Plans that use the entities from a position on, so that entities do not contain each other in a circle. */
function plans(depth: number, first: number, count: number): Arbitrary<Plan> {
  const leaf: Arbitrary<Plan> = fc.constantFrom<Plan>(text, { kind: 'number' }, { kind: 'phone' });
  const entities = Array.from({ length: count - first }, (_, index) => first + index);
  const entity = entities.length > 0 ? fc.constantFrom(...entities) : null;
  const one = entity ? entity.map((index): Plan => ({ kind: 'entity', entity: index })) : leaf;
  if (depth === 0) return fc.oneof(leaf, one);
  const inner = plans(depth - 1, first, count);
  const members = fc.dictionary(fc.constantFrom('p', 'q', 'r'), inner, {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.oneof(
    leaf,
    one,
    fc.record({
      kind: fc.constantFrom('array', 'record', 'optional', 'nullable', 'readonly', 'lazy', 'maybe'),
      of: inner,
    }) as Arbitrary<Plan>,
    fc.record({
      kind: fc.constant('tuple' as const),
      items: fc.array(inner, { minLength: 1, maxLength: 2 }),
      rest: fc.option(inner),
    }),
    fc.record({ kind: fc.constant('object' as const), members }),
    entity ? fc.record({ kind: fc.constant('both' as const), entity, members }) : leaf,
  );
}

const forms = fc.option(fc.constantFrom<Form>('renamed', 'added', 'removed', 'moved', 'movedAll'));
const count = 3;
const world: Arbitrary<World> = fc
  .tuple(
    plans(3, 0, count),
    ...Array.from({ length: count }, (_, index) =>
      fc.record({
        members: fc.dictionary(fc.constantFrom('a', 'b', 'c'), plans(1, index + 1, count), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        forms: fc.tuple(forms, forms),
      }),
    ),
  )
  .map(([root, ...entities]) => new World(root, entities));

const cases = world.chain((one) =>
  fc.record({
    world: fc.constant(one),
    newest: one.values(one.root, 3),
    older: one.values(one.root, 2),
    oldest: one.values(one.root, 1),
  }),
);

describe('for random schemas and short forms', () => {
  it('the way down is what a naive interpreter does', () => {
    fc.assert(
      fc.property(cases, ({ world: one, newest }) => {
        const versions = one.versions();
        const schema = one.schema(one.root);
        const second = one.hop(one.root, newest, 3, 'down');
        expect(versions.down(schema, newest, '2')).toEqual(second);
        expect(versions.down(schema, newest, '1')).toEqual(one.hop(one.root, second, 2, 'down'));
      }),
      runs(25),
    );
  });

  it('the way up is what a naive interpreter does', () => {
    fc.assert(
      fc.property(cases, ({ world: one, older, oldest }) => {
        const versions = one.versions();
        const schema = one.schema(one.root);
        expect(versions.up(schema, older, '2')).toEqual(one.hop(one.root, older, 3, 'up'));
        const second = one.hop(one.root, oldest, 2, 'up');
        expect(versions.up(schema, oldest, '1')).toEqual(one.hop(one.root, second, 3, 'up'));
      }),
      runs(25),
    );
  });

  it('the older schema accepts exactly what the one made by hand accepts', () => {
    fc.assert(
      fc.property(cases, ({ world: one, newest, older, oldest }) => {
        const versions = one.versions();
        const schema = one.schema(one.root);
        for (const version of [2, 1] as const) {
          const [derived, byHand] = [
            versions.schemaOf(schema, `${version}`) as z.ZodType,
            one.schema(one.root, version),
          ];
          for (const value of [newest, older, oldest])
            expect(z.safeParse(derived, value).data).toEqual(z.safeParse(byHand, value).data);
          expect(z.safeParse(derived, version === 2 ? older : oldest).success).toBe(true);
        }
      }),
      runs(25),
    );
  });
});

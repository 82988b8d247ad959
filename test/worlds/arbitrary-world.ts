import fc, { type Arbitrary } from 'fast-check';
import type { Form } from './form.js';
import { type Choices, objectForms } from './object-forms.js';
import {
  everyPlan,
  isRefined,
  isTransformed,
  mayBeMissing,
  type Members,
  type ObjectPlan,
  plainValue,
  type Plan,
  type Surplus,
} from './plan.js';
import { wholeForms } from './whole-forms.js';
import type { Entity, OperationChange, World } from './world.js';

const entityCount = 4;
/** The entity that can be one of several variants. */
const variant = entityCount - 1;
const names = ['a', 'b', 'c', 'd', 'e'];

/** Each plan is an object of its own: plans that are one object are one schema. */
const copied = (plan: Plan): Arbitrary<Plan> => fc.constant(null).map(() => ({ ...plan }));

const leaf = (transforms: boolean): Arbitrary<Plan> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: copied({ kind: 'text', rule: 'any' }) },
    fc
      .constantFrom(
        'filled',
        'short',
        'digits',
        'not-root',
        'trim',
        'lower',
        ...(transforms ? (['shout'] as const) : []),
      )
      .map((rule): Plan => ({ kind: 'text', rule })),
    { weight: 2, arbitrary: copied({ kind: 'int' }) },
    copied({ kind: 'flag' }),
    copied({ kind: 'choice', values: ['red', 'green', 'blue'] }),
  );

/** An entity: directly where it comes later, so that none must contain itself. */
const reference = (owner: number): Arbitrary<Plan> =>
  fc.tuple(fc.nat(entityCount - 1), fc.nat(3)).map(([entity, way]): Plan => {
    const direct: Plan = { kind: 'entity', entity };
    if (entity > owner) return direct;
    const of: Plan = way % 2 === 0 ? direct : { kind: 'lazy', of: direct };
    return way < 2 ? { kind: 'array', of, least: 0 } : { kind: 'nullable', of };
  });

function plans(depth: number, owner: number, transforms: boolean): Arbitrary<Plan> {
  const small = fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: leaf(transforms) }, reference(owner));
  if (depth === 0) return small;
  const inner = plans(depth - 1, owner, transforms);
  const always = inner.map(required);
  const objects = objectPlans(inner);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: small },
    { weight: 2, arbitrary: objects },
    fc.record({ kind: fc.constant('array' as const), of: always, least: fc.constantFrom(0, 0, 1) }),
    fc.record({ kind: fc.constantFrom('optional' as const, 'nullable', 'readonly', 'lazy'), of: inner }),
    fc.record({ kind: fc.constant('record' as const), of: always }),
    fc.record({ kind: fc.constant('refined' as const), of: always }),
    // An entity inside may be changed again where what stands above has run.
    transforms ? fc.record({ kind: fc.constant('stamped' as const), of: owner < 0 ? always : leaf(false) }) : small,
    fc
      .record({ kind: fc.constantFrom('default' as const, 'prefault' as const), of: always })
      .map(({ kind, of }): Plan => {
        const value = plainValue(of);
        return value === undefined ? { kind: 'optional', of } : { kind, of, value };
      }),
    fc.record({
      kind: fc.constant('tuple' as const),
      items: fc.array(always, { minLength: 1, maxLength: 2 }),
      rest: fc.option(always),
    }),
    fc.tuple(always, objects).map(
      ([of, object]): Plan => ({
        kind: 'union',
        options: [{ kind: 'flag' }, { kind: 'array', of, least: 0 }, object],
      }),
    ),
    fc.array(objects, { minLength: 2, maxLength: 3 }).map(
      (options): Plan => ({
        kind: 'variants',
        options: [
          ...options.map(asVariant),
          ...(owner < variant ? [{ kind: 'entity', entity: variant } as const] : []),
        ],
      }),
    ),
    fc
      .record({
        entity: fc.integer({ min: Math.min(owner + 1, variant), max: variant }),
        members: fc.dictionary(fc.constantFrom('p', 'q'), inner, { minKeys: 1, noNullPrototype: true }),
      })
      .map(
        ({ entity, members }): Plan =>
          entity > owner ? { kind: 'both', entity, members } : { kind: 'object', surplus: 'strip', members },
      ),
  );
}

const asVariant = (plan: ObjectPlan, index: number | string): ObjectPlan => ({
  ...plan,
  members: { kind: { kind: 'literal', is: `k${index}` }, ...plan.members },
});

/** What stands where nothing can be missing. */
const required = (plan: Plan): Plan => (mayBeMissing(plan) ? required((plan as { readonly of: Plan }).of) : plan);

const surplus = (inner: Arbitrary<Plan>): Arbitrary<Surplus> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Surplus>('strip') },
    fc.constant<Surplus>('loose'),
    fc.constant<Surplus>('strict'),
    inner.map((catchall): Surplus => ({ catchall: { kind: 'lazy', of: required(catchall) } })),
  );

/** `owner` sets the members of an entity apart: objects that share members under one name are taken for derived ones. */
const objectPlans = (inner: Arbitrary<Plan>, owner = ''): Arbitrary<ObjectPlan> =>
  fc.record({
    kind: fc.constant('object' as const),
    surplus: surplus(inner),
    members: fc.dictionary(fc.constantFrom(...names.map((name) => `${name}${owner}`)), inner, {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
    refined: fc.boolean().map((one) => one && true),
  });

const numbers = fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 });

/** What a version changes, as numbers that mean something for any schema. */
const steps = fc.array(
  fc.record({
    entity: fc.nat(entityCount - 1),
    form: fc.nat(1000),
    numbers,
    again: fc.option(fc.record({ form: fc.nat(1000), numbers }), { freq: 1 }),
  }),
  { maxLength: 3 },
);

const operationChange: Arbitrary<OperationChange> = fc.record({
  operation: fc.constantFrom('send' as const, 'read' as const),
  path: fc.boolean(),
  method: fc.boolean(),
  status: fc.boolean(),
  wrapped: fc.boolean(),
});

const hop = fc.oneof(
  { weight: 5, arbitrary: steps.map((list) => ({ steps: list, operation: null })) },
  operationChange.map((operation) => ({ steps: [], operation })),
);
type HopRecipe = typeof hop extends Arbitrary<infer H> ? H : never;

const entityPlan = (owner: number): Arbitrary<Plan> => {
  const objects = objectPlans(plans(1, owner, false), `${owner}`);
  if (owner === variant) return objects.map((plan) => asVariant(plan, 'x'));
  return fc.oneof(
    { weight: 5, arbitrary: objects },
    { weight: 2, arbitrary: objects.map((plan): Plan => ({ ...plan, surplus: 'strip' })) },
    fc.oneof(leaf(false), copied({ kind: 'nullable', of: { kind: 'text', rule: 'any' } })),
    fc.nat(entityCount - 1).map(
      (entity): Plan => ({
        kind: 'object',
        surplus: 'strip',
        members: { items: { kind: 'array', of: { kind: 'entity', entity }, least: 0 }, total: { kind: 'int' } },
      }),
    ),
  );
};

const queryPlan: Arbitrary<Plan> = fc
  .dictionary(
    fc.constantFrom(...names),
    fc
      .tuple(leaf(false), fc.nat(2))
      .map(
        ([of, way]): Plan =>
          way === 0 ? of : way === 1 ? { kind: 'optional', of } : { kind: 'default', of, value: plainValue(of)! },
      ),
    { minKeys: 1, maxKeys: 4, noNullPrototype: true },
  )
  .map((members): Plan => ({ kind: 'object', surplus: 'strip', members }));

export const worlds: Arbitrary<World> = fc.boolean().chain((transforms) =>
  fc
    .record({
      root: plans(2, -1, transforms),
      query: queryPlan,
      entities: fc.tuple(...Array.from({ length: entityCount }, (_, owner) => entityPlan(owner))),
      hops: fc.array(hop, { minLength: 1, maxLength: 11 }),
      names: fc.constantFrom('live' as const, 'chained' as const, 'frozen' as const),
      together: fc.boolean(),
      unreleased: fc.boolean(),
    })
    .map(({ root, query, entities, hops, ...rest }) =>
      makeWorld({ root: required(root), plans: [...entities, query], hops, transforms, ...rest }),
    ),
);

interface Recipe extends Pick<World, 'root' | 'names' | 'together' | 'unreleased'> {
  /** The newest shape of each entity; the last one is the query. */
  readonly plans: readonly Plan[];
  readonly hops: readonly HopRecipe[];
  readonly transforms: boolean;
}

/** Applies the changes of each version to the shapes that they lead from, the newest first. */
function makeWorld({
  root: anyRoot,
  plans: anyPlans,
  hops,
  transforms,
  names: naming,
  together,
  unreleased,
}: Recipe): World {
  const newest = hops.length + 1;
  const canBePart = anyPlans.map(
    (plan) => !transforms && plan.kind === 'object' && plan.surplus === 'strip' && !plan.members.items,
  );
  const [root, ...newestPlans] = [anyRoot, ...anyPlans].map((plan) => withParts(plan, canBePart)) as [Plan, ...Plan[]];
  const lasts = new Map<Plan, number>();
  const isTwice = entitiesThat(newestPlans, isTransformed);
  const isSimple = (plan: Plan) =>
    everyPlan(plan).every(
      (one) => !isRefined(one) && !isTransformed(one) && !(one.kind === 'entity' && isTwice.has(one.entity)),
    );
  const entities = newestPlans.map((plan) => ({
    shapes: Array.from<Plan>({ length: newest + 1 }).fill(plan),
    forms: Array.from({ length: newest + 1 }, (): readonly Form[] => []),
  }));
  hops.forEach((recipe, index) => {
    const version = newest - index;
    for (const step of recipe.steps) {
      const entity = entities[step.entity === 0 && step.form % 3 === 0 ? entityCount : step.entity]!;
      if (entity.forms[version]!.length > 0) continue;
      const forms: Form[] = [];
      let shape = entity.shapes[version]!;
      for (const [position, { form, numbers: given }] of [step, ...(step.again ? [step.again] : [])].entries()) {
        const made = makeForm(
          shape,
          form,
          choicesOf(given, {
            place: `${version}_${entities.indexOf(entity)}${'_'.repeat(position)}`,
            transforms,
            isSimple,
            isQuery: entity === entities.at(-1),
          }),
        );
        if (!made) continue;
        forms.push(made);
        shape = made.older;
      }
      noteFresh(entity.shapes[version]!, shape, version - 1, lasts);
      entity.forms[version] = forms;
      entity.shapes.fill(shape, 1, version);
    }
  });
  const operations = Array.from({ length: newest + 1 }, (_, version) => {
    const change = version > 1 ? hops[newest - version]!.operation : null;
    return change && (change.path || change.method || change.status || change.wrapped)
      ? [{ ...change, wrapped: change.wrapped && !transforms }]
      : [];
  });
  return {
    newest,
    entities: entities as readonly Entity[],
    root,
    query: { kind: 'entity', entity: entityCount },
    operations,
    answers: !transforms,
    names: naming,
    together,
    unreleased,
    lasts,
  };
}

/** The entities in which a plan passes, also through other entities. */
function entitiesThat(plans: readonly Plan[], passes: (plan: Plan) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  const holds = (plan: Plan) =>
    everyPlan(plan).some(
      (one) => passes(one) || ((one.kind === 'entity' || one.kind === 'both') && found.has(one.entity)),
    );
  for (let size = -1; size < found.size; ) {
    size = found.size;
    plans.forEach((plan, entity) => holds(plan) && found.add(entity));
  }
  return found;
}

/** Only objects that drop undeclared members can be one side of an intersection. */
function withParts(plan: Plan, canBePart: readonly boolean[]): Plan {
  const inside = (one: Plan) => withParts(one, canBePart);
  const all = (members: Members) =>
    Object.fromEntries(Object.entries(members).map(([name, one]) => [name, inside(one)]));
  switch (plan.kind) {
    case 'both':
      return canBePart[plan.entity]
        ? { ...plan, members: all(plan.members) }
        : { kind: 'object', surplus: 'strip', members: all(plan.members) };
    case 'object': {
      const { surplus: own } = plan;
      return {
        ...plan,
        surplus: typeof own === 'object' ? { catchall: inside(own.catchall) } : own,
        members: all(plan.members),
      };
    }
    case 'tuple':
      return { ...plan, items: plan.items.map(inside), rest: plan.rest && inside(plan.rest) };
    case 'union':
    case 'variants':
      return { ...plan, options: plan.options.map(inside) };
    default:
      return 'of' in plan ? { ...plan, of: inside(plan.of) } : plan;
  }
}

/** The first form from a number on that applies. */
function makeForm(shape: Plan, number: number, choices: Choices): Form | null {
  const object = shape.kind === 'object' ? Object.values(objectForms).map((make) => () => make(shape, choices)) : [];
  const all = [...object, ...Object.values(wholeForms).map((make) => () => make(shape, choices))];
  for (const [index] of all.entries()) {
    const form = all[(number + index) % all.length]!();
    if (form) return form;
  }
  return null;
}

function choicesOf(
  given: readonly number[],
  {
    place,
    transforms,
    isSimple,
    isQuery,
  }: { place: string; transforms: boolean; isSimple: Choices['isSimple']; isQuery: boolean },
): Choices {
  let taken = 0;
  const next = () => given[taken++ % given.length]!;
  return {
    pick: (candidates) => (candidates.length === 0 ? null : candidates[next() % candidates.length]!),
    name: (word) => `${word}${place}`,
    asked: transforms,
    isSimple,
    legacy: () => {
      const number = next();
      if (isQuery || number % 2 === 0) return { kind: 'text', rule: 'filled' };
      const of: Plan = { kind: 'entity', entity: number % entityCount };
      return number % 3 === 0 ? { kind: 'nullable', of } : { kind: 'array', of, least: 0 };
    },
  };
}

/** Notes the plans that only an older shape has. */
function noteFresh(newer: Plan, older: Plan, last: number, lasts: Map<Plan, number>): void {
  const known = new Set(everyPlan(newer));
  for (const plan of everyPlan(older)) if (!known.has(plan)) lasts.set(plan, last);
}

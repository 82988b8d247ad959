import { added, moved, removed, renamed } from 'svckit';
import type { Reshape } from 'svckit';
import type { z } from 'zod';
import { type Form, swapForm, type Values, without } from './form.js';
import { isScalar, mayBeMissing, type Members, type ObjectPlan, plainValue, type Plan } from './plan.js';

/** What a form may use: one of the candidates, and names that nothing has. */
export interface Choices {
  /** null where there is none. */
  pick<T>(candidates: readonly T[]): T | null;
  readonly name: (word: string) => string;
  /** Whether a request is all that meets the schema, so that an older member may change what it takes. */
  readonly asked: boolean;
  /** Whether a plan, with the entities in it, can be parsed twice and refines nothing. */
  readonly isSimple: (plan: Plan) => boolean;
  /** A plan for a member that only older versions have. */
  readonly legacy: () => Plan;
}

type MakeForm = (shape: ObjectPlan, choices: Choices) => Form | null;
type Named = readonly [string, Plan];

type Passes = (plan: Plan, choices: Choices) => boolean;
type MakeForMember = (member: Named, shape: ObjectPlan, choices: Choices) => Form | null;

/** A form for a member that passes; null where none does. */
const forAnyMember =
  (passes: Passes, make: MakeForMember): MakeForm =>
  (shape, choices) => {
    const member = choices.pick(
      Object.entries(shape.members).filter(([, plan]) => plan.kind !== 'literal' && passes(plan, choices)),
    );
    return member && make(member, shape, choices);
  };

/** The same where the change looks into the member, or makes another one of it. */
const forMember = (passes: Passes, make: MakeForMember): MakeForm =>
  forAnyMember((plan, choices) => choices.isSimple(plan) && passes(plan, choices), make);

const always = () => true;
const isLeaf = (plan: Plan) => plan.kind === 'entity' || isScalar(plan);
const isPlain = (plan: Plan) => plainValue(plan) !== undefined;
const isKind = (kind: Plan['kind']) => (plan: Plan) => plan.kind === kind;
const movable = (plan: Plan): boolean => !mayBeMissing(plan);

const objectForm = (shape: ObjectPlan, older: Members): ObjectPlan => ({
  kind: 'object',
  surplus: shape.surplus,
  members: older,
});

const moveNames = (value: unknown, from: string, to: string) =>
  from in (value as Values) ? { ...without(value as Values, [from, to]), [to]: (value as Values)[from] } : value;

const shortForms: Readonly<Record<string, MakeForm>> = {
  renamed: (shape, choices) => {
    const member = choices.pick(Object.entries(shape.members));
    if (!member) return null;
    const [newer, older] = [member[0], choices.name('name')];
    return {
      title: `${newer} was ${older}`,
      older: objectForm(shape, { ...(without(shape.members, [newer]) as Members), [older]: member[1] }),
      reads: [],
      keeps: true,
      down: (value) => moveNames(value, newer, older),
      up: (value) => moveNames(value, older, newer),
      declare: (after) => renamed(after as z.ZodObject, { [newer]: older }) as unknown as Reshape,
    };
  },
  added: forMember(isPlain, ([name, plan], shape) => ({
    title: `${name} was absent`,
    older: objectForm(shape, without(shape.members, [name]) as Members),
    reads: [],
    keeps: false,
    down: (value) => without(value as Values, [name]),
    up: (value) => ({ ...(value as Values), [name]: plainValue(plan) }),
    declare: (after) => added(after as z.ZodObject, { [name]: plainValue(plan) }) as unknown as Reshape,
  })),
  removed: (shape, choices) => {
    const [name, plan] = [choices.name('legacy'), choices.legacy()];
    const gone = plainValue(plan);
    return {
      title: `${name} was removed`,
      older: objectForm(shape, { ...shape.members, [name]: plan }),
      reads: [],
      keeps: true,
      down: (value) => ({ ...(value as Values), [name]: gone }),
      up: (value) => without(value as Values, [name]),
      declare: (after, write) =>
        removed(
          after as z.ZodObject,
          { [name]: write(plan) } as never,
          { down: () => ({ [name]: gone }) } as never,
        ) as unknown as Reshape,
    };
  },
  movedOut: forAnyMember(isBox, ([box, plan], shape, choices) => {
    const inside = plan as ObjectPlan;
    const member = choices.pick(Object.entries(inside.members));
    if (!member) return null;
    const [name, older] = [member[0], choices.name('out')];
    const left = without(inside.members, [name]) as Members;
    const emptied = Object.keys(left).length === 0;
    const rest = without(shape.members, [box]) as Members;
    return {
      title: `${box}.${name} was ${older}`,
      older: objectForm(shape, { ...rest, ...(!emptied && { [box]: objectForm(inside, left) }), [older]: member[1] }),
      reads: emptied ? [] : [box],
      keeps: true,
      down: (value) => {
        const found = (value as Values)[box] as Values;
        return {
          ...without(value as Values, [box]),
          ...(!emptied && { [box]: without(found, [name]) }),
          [older]: found[name],
        };
      },
      up: (value) => {
        const { [older]: found, ...others } = value as Values;
        return { ...others, [box]: { ...(others[box] as Values), [name]: found } };
      },
      declare: (after) => moved(after as z.ZodObject, { [`${box}.${name}`]: older }) as unknown as Reshape,
    };
  }),
  movedIn: forAnyMember(movable, ([name, plan], shape, choices) => {
    const target = choices.pick(
      Object.entries(shape.members).filter(([box, other]) => box !== name && isBox(other, choices)),
    );
    if (!target) return null;
    const [[box, inside], older] = [target as readonly [string, ObjectPlan], choices.name('in')];
    const rest = without(shape.members, [name, box]) as Members;
    return {
      title: `${name} was ${box}.${older}`,
      older: objectForm(shape, { ...rest, [box]: objectForm(inside, { ...inside.members, [older]: plan }) }),
      reads: [box],
      keeps: true,
      down: (value) => {
        const { [name]: found, ...others } = value as Values;
        return { ...others, [box]: { ...(others[box] as Values), [older]: found } };
      },
      up: (value) => {
        const inner = (value as Values)[box] as Values;
        return { ...(value as Values), [box]: without(inner, [older]), [name]: inner[older] };
      },
      declare: (after) => moved(after as z.ZodObject, { [name]: `${box}.${older}` }) as unknown as Reshape,
    };
  }),
};

/** An object inside, which nothing refines and which is always there. */
function isBox(plan: Plan, { isSimple }: Choices): boolean {
  return (
    plan.kind === 'object' && plan.surplus === 'strip' && isSimple(plan) && Object.values(plan.members).every(movable)
  );
}

const swaps: Readonly<Record<string, MakeForm>> = {
  renamedByHand: forAnyMember(always, ([name, plan], shape, choices) => {
    const older = choices.name('title');
    return swapForm(shape, {
      title: `${name} was ${older}, by hand`,
      gone: [name],
      fresh: { [older]: plan },
      down: ({ [name]: value }) => ({ [older]: value }),
      up: ({ [older]: value }) => ({ [name]: value }),
    });
  }),
  /** The newer member's own default is what an older request stands for. */
  filledIn: forMember(mayBeMissing, ([name], shape) =>
    swapForm(shape, {
      title: `${name} was absent, by hand`,
      gone: [name],
      fresh: {},
      down: () => ({}),
      up: () => ({}),
      keeps: false,
    }),
  ),
  split: (shape, choices) => {
    const texts = Object.entries(shape.members).filter(
      ([, plan]) => plan.kind === 'text' && plan.rule !== 'digits' && plan.rule !== 'shout',
    );
    const first = choices.pick(texts);
    const second = choices.pick(texts.filter((text) => text !== first));
    if (!first || !second) return null;
    const [one, other, older] = [first[0], second[0], choices.name('whole')];
    return swapForm(shape, {
      title: `${one} and ${other} were ${older}`,
      gone: [one, other],
      fresh: {
        [older]: {
          kind: 'text',
          rule: choices.asked ? choices.pick(['any', 'trim', 'lower', 'shout'] as const)! : 'any',
        },
      },
      down: (values) => ({ [older]: `${String(values[one])} ${String(values[other])}` }),
      up: ({ [older]: text }) => {
        const [head = '', ...tail] = (text as string).split(' ');
        return { [one]: head, [other]: tail.join(' ') };
      },
      reads: [older],
      keeps: false,
    });
  },
  /** A list that was a single value. */
  wrapped: forMember(
    (plan) => plan.kind === 'array' && plan.least === 0,
    ([name, plan], shape, choices) => {
      const older = choices.name('one');
      return swapForm(shape, {
        title: `${name} was ${older}, a single value`,
        gone: [name],
        fresh: { [older]: { kind: 'nullable', of: (plan as { readonly of: Plan }).of } },
        down: ({ [name]: list }) => ({ [older]: (list as readonly unknown[])[0] ?? null }),
        up: ({ [older]: value }) => ({ [name]: value === null ? [] : [value] }),
        reads: [older],
        keeps: false,
      });
    },
  ),
  /** A single value that was a list of at least one. */
  unwrapped: forMember(isLeaf, ([name, plan], shape, choices) => {
    const older = choices.name('many');
    return swapForm(shape, {
      title: `${name} was ${older}, a list`,
      gone: [name],
      fresh: { [older]: { kind: 'array', of: plan, least: 1 } },
      down: ({ [name]: value }) => ({ [older]: [value] }),
      up: ({ [older]: list }) => ({ [name]: (list as readonly unknown[])[0] }),
      reads: [older],
    });
  }),
  digits: forMember(isKind('int'), ([name], shape) =>
    swapForm(shape, {
      title: `${name} was a text of digits`,
      gone: [name],
      fresh: { [name]: { kind: 'text', rule: 'digits' } },
      down: ({ [name]: value }) => ({ [name]: String(Math.abs(value as number) % 1000) }),
      up: ({ [name]: value }) => ({ [name]: Number(value) }),
      reads: [name],
      keeps: false,
    }),
  ),
  number: forMember(isKind('text'), ([name, plan], shape) =>
    plan.kind === 'text' && plan.rule === 'digits'
      ? null
      : swapForm(shape, {
          title: `${name} was a number`,
          gone: [name],
          fresh: { [name]: { kind: 'int' } },
          down: ({ [name]: value }) => ({ [name]: (value as string).length }),
          up: ({ [name]: value }) => ({ [name]: String(value).slice(0, 3) }),
          reads: [name],
          keeps: false,
        }),
  ),
  choices: forMember(isKind('choice'), ([name, plan], shape) => {
    const { values } = plan as { readonly values: readonly string[] };
    const older = values.map((value) => `old-${value}`);
    return swapForm(shape, {
      title: `${name} had other names for its values`,
      gone: [name],
      fresh: { [name]: { kind: 'choice', values: older } },
      down: ({ [name]: value }) => ({ [name]: `old-${String(value)}` }),
      up: ({ [name]: value }) => ({ [name]: values[older.indexOf(value as string)] }),
      reads: [name],
    });
  }),
  /** A member that could not be null. */
  nullable: forMember(
    (plan) => plan.kind === 'nullable' && isPlain(plan.of),
    ([name, plan], shape) => {
      const { of } = plan as { readonly of: Plan };
      return swapForm(shape, {
        title: `${name} was never null`,
        gone: [name],
        fresh: { [name]: of },
        down: ({ [name]: value }) => ({ [name]: value ?? plainValue(of) }),
        up: (values) => values,
        keeps: false,
      });
    },
  ),
  optional: forMember(isPlain, ([name, plan], shape) =>
    swapForm(shape, {
      title: `${name} was optional`,
      gone: [name],
      fresh: { [name]: { kind: 'optional', of: plan } },
      down: (values) => values,
      up: ({ [name]: value }) => ({ [name]: value === undefined ? plainValue(plan) : value }),
      reads: [name],
    }),
  ),
  /** What an older request leaves out is the older shape's own default. */
  defaulted: forMember(isPlain, ([name, plan], shape) =>
    swapForm(shape, {
      title: `${name} had a default`,
      gone: [name],
      fresh: { [name]: { kind: 'default', of: plan, value: plainValue(plan)! } },
      down: (values) => values,
      up: (values) => values,
      reads: [name],
    }),
  ),
  /** The newer shape refuses more, or the older one changes what it takes. */
  otherRule: forMember(isKind('text'), ([name, plan], shape, choices) =>
    plan.kind === 'text' && plan.rule === 'digits'
      ? null
      : swapForm(shape, {
          title: `${name} had another rule`,
          gone: [name],
          fresh: {
            [name]: {
              kind: 'text',
              rule: choices.asked ? choices.pick(['any', 'short', 'trim', 'shout'] as const)! : 'any',
            },
          },
          down: (values) => values,
          up: (values) => values,
          reads: [name],
        }),
  ),
  /** Undeclared members were kept, dropped or refused. */
  otherSurplus: (shape, choices) => {
    if (shape.surplus === 'strip') return null;
    const surplus = choices.pick((['strip', 'loose', 'strict'] as const).filter((one) => one !== shape.surplus))!;
    return swapForm(shape, {
      title: `undeclared members: ${surplus}`,
      gone: [],
      fresh: {},
      down: () => ({}),
      up: () => ({}),
      surplus,
      keeps: false,
    });
  },
};

export const objectForms: Readonly<Record<string, MakeForm>> = { ...shortForms, ...swaps };

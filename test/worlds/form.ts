import { reshape, type Reshape } from 'svckit';
import { z } from 'zod';
import type { Members, ObjectPlan, Plan, Surplus } from './plan.js';

export type Values = Readonly<Record<string, unknown>>;

/** Makes the schema of a plan, as a team would write it into a change. */
export type Write = (plan: Plan) => z.ZodType;

/** How a schema differed in the version before, both as data and as a declaration. */
export interface Form {
  readonly title: string;
  readonly older: Plan;
  /** The older members that `up` looks at, or the whole value; the others are passed on unread. */
  readonly reads: readonly string[] | 'whole';
  readonly down: (value: unknown) => unknown;
  readonly up: (value: unknown) => unknown;
  /** Whether everything survives the way down and up. */
  readonly keeps: boolean;
  /** `write` makes the schemas that are only in the older shape. */
  readonly declare: (after: z.ZodType, write: Write) => Reshape;
}

export const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** An object schema that treats undeclared members as said. */
export function objectSchema(shape: z.core.$ZodLooseShape, surplus: Surplus, write: Write): z.ZodObject {
  if (typeof surplus === 'object') return z.object(shape).catchall(write(surplus.catchall));
  return { strip: z.object, loose: z.looseObject, strict: z.strictObject }[surplus](shape);
}

/** Members of an object that others stood for; `down` and `up` see and return these members alone. */
export interface Swap {
  readonly title: string;
  readonly gone: readonly string[];
  readonly fresh: Members;
  readonly down: (values: Values) => Values;
  readonly up: (values: Values) => Values;
  readonly reads?: readonly string[];
  readonly keeps?: boolean;
  readonly surplus?: Surplus;
}

/** A reshape of an object that is written by hand, as in the guide: `({ name, ...rest }) => ({ ...rest, … })`. */
export function swapForm(
  shape: ObjectPlan,
  { title, gone, fresh, down, up, reads = [], keeps = true, surplus = shape.surplus }: Swap,
): Form {
  const names = Object.keys(fresh);
  const convert = {
    down: (value: unknown) => ({ ...without(value as Values, gone), ...down(only(value as Values, gone)) }),
    up: (value: unknown) => ({ ...without(value as Values, names), ...up(only(value as Values, names)) }),
  };
  return {
    title,
    older: { kind: 'object', surplus, members: { ...(without(shape.members, gone) as Members), ...fresh } },
    reads,
    keeps,
    ...convert,
    declare: (after, write) => {
      const { shape: now } = after as z.ZodObject;
      const nameOf = (plan: Plan) => Object.keys(shape.members).find((name) => shape.members[name] === plan);
      const own = Object.entries(fresh).map(([name, plan]) => [name, now[nameOf(plan) ?? ''] ?? write(plan)]);
      const older = { ...without(now, gone), ...Object.fromEntries(own) } as z.core.$ZodLooseShape;
      return reshape(after, {
        before: objectSchema(older, surplus, write),
        ...convert,
      } as never) as Reshape;
    },
  };
}

/** A reshape of a whole schema to one of another kind. */
export function wholeForm(form: Omit<Form, 'reads' | 'declare'>, reads: Form['reads'] = 'whole'): Form {
  const { older, down, up } = form;
  return {
    ...form,
    reads,
    declare: (after, write) => reshape(after, { before: write(older), down, up } as never) as Reshape,
  };
}

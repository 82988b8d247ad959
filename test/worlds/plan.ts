/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a text must be, or becomes. `shout` is not the same when it runs twice. */
export type TextRule = 'any' | 'filled' | 'short' | 'digits' | 'not-root' | 'trim' | 'lower' | 'shout';

/** What an object does with members that it does not declare. */
export type Surplus = 'strip' | 'loose' | 'strict' | { readonly catchall: Plan };

export type Members = Readonly<Record<string, Plan>>;

export interface ObjectPlan {
  readonly kind: 'object';
  readonly surplus: Surplus;
  readonly members: Members;
  /** Refused where a text in it is "root". */
  readonly refined?: boolean;
}

/** A schema as plain data. */
export type Plan =
  | { readonly kind: 'text'; readonly rule: TextRule }
  | { readonly kind: 'int' | 'flag' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'literal'; readonly is: string }
  | { readonly kind: 'array'; readonly of: Plan; readonly least: number }
  | { readonly kind: 'record' | 'optional' | 'nullable' | 'readonly' | 'lazy'; readonly of: Plan }
  /** `refined`: no text in it is "root". `stamped`: becomes `{ stamped: value }`, each time that it is parsed. */
  | { readonly kind: 'refined' | 'stamped'; readonly of: Plan }
  | { readonly kind: 'default' | 'prefault'; readonly of: Plan; readonly value: Json }
  | { readonly kind: 'tuple'; readonly items: readonly Plan[]; readonly rest: Plan | null }
  /** The options differ by what JSON can tell apart; `variants` are objects with a literal `kind`. */
  | { readonly kind: 'union' | 'variants'; readonly options: readonly Plan[] }
  | { readonly kind: 'both'; readonly entity: number; readonly members: Members }
  | ObjectPlan
  /** A schema with an id, whose shape depends on the version. */
  | { readonly kind: 'entity'; readonly entity: number };

/** The plans directly inside one. */
export function innerPlans(plan: Plan): readonly Plan[] {
  switch (plan.kind) {
    case 'object':
      return [...Object.values(plan.members), ...(typeof plan.surplus === 'object' ? [plan.surplus.catchall] : [])];
    case 'both':
      return [{ kind: 'entity', entity: plan.entity }, ...Object.values(plan.members)];
    case 'tuple':
      return plan.rest ? [...plan.items, plan.rest] : plan.items;
    case 'union':
    case 'variants':
      return plan.options;
    default:
      return 'of' in plan ? [plan.of] : [];
  }
}

/** A plan and all plans in it, but for those of the entities that it names. */
export const everyPlan = (plan: Plan): readonly Plan[] => [plan, ...innerPlans(plan).flatMap(everyPlan)];

/** Whether a second parse would change what the first one returned. */
export const isTransformed = (plan: Plan): boolean =>
  plan.kind === 'stamped' || (plan.kind === 'text' && plan.rule === 'shout');

/** Whether a plan itself is refined, beside its own bounds. */
export const isRefined = (plan: Plan): boolean =>
  plan.kind === 'refined' || (plan.kind === 'object' && plan.refined === true);

export const isScalar = ({ kind }: Plan): boolean => ['text', 'int', 'flag', 'choice'].includes(kind);

/** Whether a member of this plan may be left out of a request. */
export function mayBeMissing(plan: Plan): boolean {
  switch (plan.kind) {
    case 'optional':
    case 'default':
    case 'prefault':
      return true;
    case 'nullable':
    case 'readonly':
    case 'lazy':
    case 'refined':
    case 'stamped':
      return mayBeMissing(plan.of);
    default:
      return false;
  }
}

/** A value that any plan of this kind gives and takes, for what older requests and answers lack. */
export function plainValue(plan: Plan): Json | undefined {
  switch (plan.kind) {
    case 'text':
      return plan.rule === 'digits' ? '7' : 'd';
    case 'int':
      return 7;
    case 'flag':
      return true;
    case 'choice':
      return plan.values[0]!;
    case 'nullable':
      return null;
    case 'record':
      return {};
    case 'array':
      return plan.least === 0 ? [] : undefined;
    default:
      return undefined;
  }
}

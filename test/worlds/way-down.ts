import { only, type Values, without } from './form.js';
import type { Plan } from './plan.js';
import { isTouched, membersIn, type World } from './world.js';

/** Visits the entities in a value where a version touched them. */
export function walk(
  world: World,
  plan: Plan,
  value: unknown,
  version: number,
  visit: (entity: number, value: unknown) => unknown,
): unknown {
  if (!isTouched(world, plan, version)) return value;
  const inside = (one: Plan) => (item: unknown) => walk(world, one, item, version, visit);
  switch (plan.kind) {
    case 'entity':
      return visit(plan.entity, value);
    case 'array':
      return (value as readonly unknown[]).map(inside(plan.of));
    case 'tuple':
      return (value as readonly unknown[]).map((item, index) => inside(plan.items[index] ?? plan.rest!)(item));
    case 'record':
      return mapMembers(value as Values, () => inside(plan.of));
    case 'object': {
      const { members, surplus } = plan;
      const others = typeof surplus === 'object' ? inside(surplus.catchall) : null;
      return mapMembers(value as Values, (name) => (name in members ? inside(members[name]!) : others));
    }
    case 'both': {
      const names = Object.keys(plan.members);
      const own = visit(plan.entity, without(value as Values, names)) as Values;
      return { ...own, ...mapMembers(only(value as Values, names), (name) => inside(plan.members[name]!)) };
    }
    case 'union':
    case 'variants':
      return inside(plan.options[optionOf(world, plan.options, value, version)]!)(value);
    case 'nullable':
      return value === null || value === undefined ? value : inside(plan.of)(value);
    default:
      return value === undefined || !('of' in plan) ? value : inside(plan.of)(value);
  }
}

export const mapMembers = (values: Values, of: (name: string) => ((value: unknown) => unknown) | null): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, (of(name) ?? unchanged)(value)]));

const unchanged = (value: unknown) => value;

/** The option of a union that a value belongs to; options differ by their kind, or by a literal. */
function optionOf(world: World, options: readonly Plan[], value: unknown, version: number): number {
  return options.findIndex((option) => {
    const shape = option.kind === 'entity' ? world.entities[option.entity]!.shapes[version]! : option;
    if (shape.kind === 'flag') return typeof value === 'boolean';
    if (shape.kind === 'array' || Array.isArray(value)) return shape.kind === 'array' && Array.isArray(value);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(membersIn(shape)).every(
      ([name, member]) => member.kind !== 'literal' || (value as Values)[name] === member.is,
    );
  });
}

/** What a version declares of a value. */
export function project(world: World, plan: Plan, value: unknown, version: number): unknown {
  const inside = (one: Plan) => (item: unknown) => project(world, one, item, version);
  switch (plan.kind) {
    case 'entity':
      return inside(world.entities[plan.entity]!.shapes[version]!)(value);
    case 'array':
      return (value as readonly unknown[]).map(inside(plan.of));
    case 'tuple':
      return (value as readonly unknown[]).map((item, index) => inside(plan.items[index] ?? plan.rest!)(item));
    case 'record':
      return mapMembers(value as Values, () => inside(plan.of));
    case 'object': {
      const { members, surplus } = plan;
      const kept =
        surplus === 'strip' || surplus === 'strict' ? only(value as Values, Object.keys(members)) : (value as Values);
      const others = typeof surplus === 'object' ? inside(surplus.catchall) : null;
      return mapMembers(kept, (name) => (name in members ? inside(members[name]!) : others));
    }
    case 'both': {
      const names = Object.keys(plan.members);
      const own = inside({ kind: 'entity', entity: plan.entity })(without(value as Values, names)) as Values;
      return { ...own, ...mapMembers(only(value as Values, names), (name) => inside(plan.members[name]!)) };
    }
    case 'union':
    case 'variants':
      return inside(plan.options[optionOf(world, plan.options, value, version)]!)(value);
    default:
      return value === undefined || value === null || !('of' in plan) ? value : inside(plan.of)(value);
  }
}

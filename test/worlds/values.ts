import fc, { type Arbitrary } from 'fast-check';
import type { Members, Plan, TextRule } from './plan.js';
import type { World } from './world.js';

/** What a value is for: a request has texts that rules refuse or change, an answer has what clients must not see. */
export type Use = 'request' | 'answer';

const odd: Readonly<Record<TextRule, readonly string[]>> = {
  any: ['', 'root', ' a  b'],
  filled: ['', 'root'],
  short: ['long text'],
  digits: ['x', '1234'],
  'not-root': ['root'],
  trim: [' a ', ' '],
  lower: ['ROOT', 'B'],
  shout: ['', 'root'],
};
const plain: Partial<Readonly<Record<TextRule, readonly string[]>>> = { digits: ['0', '7', '42'] };

/** A row of a database, which says itself what it is in JSON. */
class Row {
  readonly #values: object;
  constructor(values: object) {
    this.#values = values;
  }
  toJSON(): object {
    return this.#values;
  }
}

/** Values of a plan in a version; most of them fit, and those for an answer all do. */
export function valuesOf(world: World, plan: Plan, version: number, use: Use, depth = 0): Arbitrary<unknown> {
  const inner = (one: Plan, deeper = depth): Arbitrary<unknown> => valuesOf(world, one, version, use, deeper);
  const isDeep = depth > 1;
  switch (plan.kind) {
    case 'text': {
      const good = fc.constantFrom(...(plain[plan.rule] ?? ['a', 'b', 'cc']));
      const risky = use === 'request' ? fc.constantFrom(...odd[plan.rule]) : good;
      return fc.oneof({ weight: 14, arbitrary: good }, risky);
    }
    case 'int':
      return fc.integer({ min: 0, max: 99 });
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...plan.values);
    case 'literal':
      return fc.constant(plan.is);
    case 'array':
      if (isDeep && plan.least === 0) return fc.constant([]);
      return fc.array(inner(plan.of), { minLength: plan.least, maxLength: 2 });
    case 'record':
      if (isDeep) return fc.constant({});
      return fc.dictionary(fc.constantFrom('k', 'l'), inner(plan.of), { maxKeys: 2, noNullPrototype: true });
    case 'nullable':
      return isDeep ? fc.constant(null) : fc.oneof(fc.constant(null), { weight: 2, arbitrary: inner(plan.of) });
    case 'optional':
      return isDeep
        ? fc.constant(undefined)
        : fc.oneof(fc.constant(undefined), { weight: 2, arbitrary: inner(plan.of) });
    case 'default':
    case 'prefault':
      return use === 'answer' ? inner(plan.of) : fc.oneof(fc.constant(undefined), inner(plan.of));
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...plan.items.map((item) => inner(item))),
          plan.rest && !isDeep ? fc.array(inner(plan.rest), { maxLength: 2 }) : fc.constant([]),
        )
        .map((parts) => parts.flat());
    case 'union':
    case 'variants':
      return fc.oneof(...plan.options.map((option) => inner(option)));
    case 'both':
      return fc
        .tuple(inner({ kind: 'entity', entity: plan.entity }, depth + 1), record(plan.members, inner))
        .map(([own, others]) => ({ ...(plainOf(own) as object), ...others }));
    case 'object': {
      const own = record(plan.members, inner);
      if (use === 'request') return own;
      const { surplus } = plan;
      const more = typeof surplus === 'object' ? inner(surplus.catchall) : fc.constant('secret');
      return fc
        .tuple(own, fc.option(more, { nil: undefined, freq: 2 }))
        .map(([values, extra]) => ({ ...values, ...(extra !== undefined && { surplus: extra }) }));
    }
    case 'entity': {
      const made = inner(world.entities[plan.entity]!.shapes[version]!, depth + 1);
      return use === 'request'
        ? made
        : fc.tuple(made, fc.nat(3)).map(([value, way]) => (way === 0 && isPlainObject(value) ? new Row(value) : value));
    }
    default:
      return inner(plan.of);
  }
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const plainOf = (value: unknown) => (value instanceof Row ? value.toJSON() : value);

const record = (members: Members, inner: (plan: Plan) => Arbitrary<unknown>) =>
  fc
    .tuple(...Object.entries(members).map(([name, plan]) => inner(plan).map((value) => [name, value] as const)))
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));

const strays: readonly unknown[] = [null, 5, 'zzz', [], {}, true, -1.5];

/** A value with one thing in it that is another, missing, or new. */
export function broken(value: unknown): Arbitrary<unknown> {
  const places = placesIn(value);
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom('replace', 'remove', 'add'), fc.constantFrom(...strays))
    .map(([place, how, stray]) =>
      changed(value, place, (found) => {
        if (how === 'remove') return undefined;
        return how === 'add' && isPlainObject(found) ? { ...found, surplus: stray } : stray;
      }),
    );
}

type Place = readonly (string | number)[];

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner).map((place) => [name, ...place]))];
}

function changed(value: unknown, [head, ...rest]: Place, change: (value: unknown) => unknown): unknown {
  if (head === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === head ? (changed(item, rest, change) ?? null) : item));
  return { ...(value as object), [head]: changed((value as Readonly<Record<string, unknown>>)[head], rest, change) };
}

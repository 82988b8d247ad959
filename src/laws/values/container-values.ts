import fc, { type Random, type Value } from 'fast-check';
import type { $ZodType } from 'zod/v4/core';
import { limitsOf } from '../../schema/zod-limits.js';
import { part, type DrawingContext } from './drawing.js';
import { Together } from './together.js';
import { eitherOf, listed, mapped, objectOf, only, plain, tupleOf, type Values, withMembers } from './values.js';

/** Beyond the fewest that the schema asks for. */
const moreItems = 3;

/** Objects with the members of a schema; one that keeps undeclared members gets one now and then. */
export function objectsOf(schema: $ZodType, { of }: DrawingContext): Values | null {
  const shape = part<Readonly<Record<string, $ZodType>>>(schema, 'shape');
  const members: (readonly [string, Values])[] = [];
  for (const [name, member] of Object.entries(shape)) {
    const values = of(member, `.${name}`);
    if (values) members.push([name, values]);
    else if (member._zod.optout !== 'optional') return null;
  }
  const catchall = part<$ZodType | undefined>(schema, 'catchall');
  const others = catchall && !Object.hasOwn(shape, 'extra') ? of(catchall, '[key]') : null;
  return objectOf(others ? [...members, ['extra', eitherOf([only(undefined), others])]] : members);
}

/** Lists of an array or a set. */
export function listsOf(schema: $ZodType, element: $ZodType, { of, bounds }: DrawingContext): Values | null {
  const { minSize, maxSize } = limitsOf(schema);
  const item = of(element, '[]');
  if (!item) return minSize === 0 ? only([]) : null;
  const most = Math.min(maxSize ?? Infinity, minSize + moreItems);
  const others = fc.array(item.any, { minLength: minSize, maxLength: most });
  const longest = Math.min(maxSize ?? Math.max(many, minSize), mostItems);
  const equal = bounds ? [...new Set([Math.min(Math.max(2, minSize), longest), longest])] : [];
  return {
    any: bounds
      ? fc.oneof({ arbitrary: others, weight: 4 }, { arbitrary: repeated(item.any, minSize, most, most), weight: 1 })
      : others,
    each: [
      ...(minSize === 0 ? [fc.constant([])] : []),
      ...(most === 0
        ? []
        : item.each.map((one) => new Filled(one, Math.min(Math.max(1, minSize), most), minSize === 0))),
      ...equal.map((size) => repeated(item.each[0]!, minSize, longest, size)),
    ],
  };
}

/** Lists of one size. */
class Filled extends Together {
  readonly #size: number;

  constructor(item: Values['any'], size: number, mayBeEmpty: boolean) {
    super(Array<Values['any']>(size).fill(item), (items) => items, mayBeEmpty);
    this.#size = size;
  }

  /** Draws the size as fast-check's lists do: locks record what follows. */
  override generate(random: Random, biasFactor: number | undefined): Value<unknown> {
    random.nextInt(this.#size, this.#size);
    return super.generate(random, biasFactor);
  }
}

/** More than a page often has. */
const many = 120;
const mostItems = 1000;

/** Lists of equal items, from a size on that shrinks. */
function repeated(item: Values['any'], min: number, max: number, size: number): Values['any'] {
  const sizes = fc.integer({ min, max });
  return fc.tuple(item, listed([size], sizes).each[0]!).map(([one, count]) => Array<unknown>(Number(count)).fill(one));
}

export function tuplesOf(schema: $ZodType, { of }: DrawingContext): Values | null {
  const items = part<readonly $ZodType[]>(schema, 'items').map((item, index) => of(item, `[${index}]`));
  if (items.some((item) => item === null)) return null;
  const fixed = tupleOf(items as Values[]);
  const rest = part<$ZodType | null | undefined>(schema, 'rest');
  const more = rest ? of(rest, '[]') : null;
  if (!more) return fixed;
  const tail = plain(fc.array(more.any, { maxLength: 2 }));
  return mapped(tupleOf([fixed, tail]), (both) => (both as readonly unknown[][]).flat());
}

/** A record over an enum has every member; over other keys it has a few. */
export function recordsOf(schema: $ZodType, reading: DrawingContext): Values | null {
  const names = part(schema, 'keyType')._zod.values;
  if (!names) return fromEntries(entriesOf(schema, reading));
  const value = reading.of(part(schema, 'valueType'), '[key]');
  return value && objectOf([...names].map((name) => [String(name), value]));
}

const fromEntries = (entries: Values | null) =>
  entries &&
  mapped(entries, (list) =>
    withMembers((list as readonly (readonly [unknown, unknown])[]).map(([name, item]) => [String(name), item])),
  );

/** Entries of a record or a map, with different keys. */
export function entriesOf(schema: $ZodType, { of }: DrawingContext): Values | null {
  const { minSize, maxSize } = limitsOf(schema);
  const [key, value] = [of(part(schema, 'keyType'), '[key]'), of(part(schema, 'valueType'), '[key]')];
  if (!key || !value) return minSize === 0 ? only([]) : null;
  const list = (one: Values['any'], minLength: number) =>
    fc.uniqueArray(fc.tuple(key.any, one), {
      minLength,
      maxLength: Math.max(minLength, Math.min(maxSize ?? Infinity, minSize + moreItems)),
      selector: ([name]) => String(name),
    });
  return {
    any: list(value.any, minSize),
    each: [...(minSize === 0 ? [fc.constant([])] : []), ...value.each.map((one) => list(one, Math.max(1, minSize)))],
  };
}

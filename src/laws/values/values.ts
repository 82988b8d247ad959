import fc, { Arbitrary, type Random, Stream, Value } from 'fast-check';
import { Accepted } from './accepted.js';
import { Together } from './together.js';

/** Values of a schema: any of them, and a list that covers each bound, each union option, each enum value, and each optional member present and absent. */
export interface Values {
  readonly any: Arbitrary<unknown>;
  readonly each: readonly Arbitrary<unknown>[];
}

/** A schema whose values cannot be generated. */
export class UngeneratableError extends Error {
  override readonly name = 'UngeneratableError';

  constructor(
    /** `avatar`, or empty for the whole schema. */
    readonly place: string,
    /** `is a file` */
    readonly what: string,
  ) {
    super(`${place === '' ? 'the schema' : place} ${what}`);
  }
}

/** The same value each time. */
export const only = (value: unknown): Values => listed([value]);

/** Few values, all of which matter; `others` are the rest of the kind, to which they shrink. */
export function listed(values: readonly unknown[], others: Arbitrary<unknown> | null = null): Values {
  const pool = new Pool(values, others);
  const each = values.map((_, index) => new Drawn(pool, index));
  if (!others) return { any: pool, each };
  const any = fc.oneof(
    { arbitrary: others, weight: 3 },
    ...(values.length > 0 ? [{ arbitrary: pool, weight: 1 }] : []),
  );
  return { any, each: [...each, others] };
}

/** One of many values, the first ones more often; a counterexample shrinks to the first that fails. */
export const pooled = (values: readonly unknown[]): Arbitrary<unknown> => new Pool(values, null);

class Pool extends Arbitrary<unknown> {
  readonly #values: readonly unknown[];
  readonly #others: Arbitrary<unknown> | null;

  constructor(values: readonly unknown[], others: Arbitrary<unknown> | null) {
    super();
    this.#values = values;
    this.#others = others;
  }

  override generate(random: Random): Value<unknown> {
    const { length } = this.#values;
    const drawn = random.nextInt(0, length * length - 1) / (length * length);
    return this.at(Math.floor(length * drawn * drawn));
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(value: unknown, context: unknown): Stream<Value<unknown>> {
    const others = this.#others;
    if (!(context instanceof Position)) return others?.shrink(value, context) ?? Stream.nil();
    const earlier = Stream.of(...Array.from({ length: context.index }, (_, index) => this.at(index)));
    return others?.canShrinkWithoutContext(value) ? earlier.join(others.shrink(value, undefined)) : earlier;
  }

  at(index: number): Value<unknown> {
    return new Value(this.#values[index], new Position(index));
  }
}

/** Where in a pool a value is. */
class Position {
  constructor(readonly index: number) {}
}

/** The same value of a pool each time. */
class Drawn extends Arbitrary<unknown> {
  readonly #pool: Pool;
  readonly #index: number;

  constructor(pool: Pool, index: number) {
    super();
    this.#pool = pool;
    this.#index = index;
  }

  override generate(): Value<unknown> {
    return this.#pool.at(this.#index);
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(value: unknown, context: unknown): Stream<Value<unknown>> {
    return this.#pool.shrink(value, context);
  }
}

/** Texts, the plainest first: both it and the others are covered, or each that leads. */
export function texts(pool: readonly string[], leads: ((text: string) => boolean) | null): Values {
  const any = new Pool(pool, null);
  if (!leads) return { any, each: [new Drawn(any, 0), any] };
  return { any, each: pool.flatMap((text, index) => (leads(text) ? [new Drawn(any, index)] : [])) };
}

/** Values without a structure that could be covered. */
export const plain = (any: Arbitrary<unknown>): Values => ({ any, each: [any] });

/** A function that returns a value, drawn where somebody calls it; it does not shrink. */
export const later = (values: Arbitrary<unknown>): Arbitrary<() => unknown> => new Later(values);

class Later extends Arbitrary<() => unknown> {
  readonly #values: Arbitrary<unknown>;

  constructor(values: Arbitrary<unknown>) {
    super();
    this.#values = values;
  }

  override generate(random: Random, biasFactor: number | undefined): Value<() => unknown> {
    const own = random.clone();
    // What is drawn next is another.
    random.nextInt();
    let drawn: Value<unknown> | null = null;
    return new Value(() => (drawn ??= this.#values.generate(own, biasFactor)).value, undefined);
  }

  override canShrinkWithoutContext(_: unknown): _ is () => unknown {
    return false;
  }

  override shrink(): Stream<Value<() => unknown>> {
    return Stream.nil();
  }
}

/** Values of either. */
export function eitherOf(options: readonly Values[]): Values {
  return { any: fc.oneof(...options.map(({ any }) => any)), each: options.flatMap(({ each }) => each) };
}

function objectWith(names: readonly string[], values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++)
    if (values[index] !== undefined && names[index] !== '__proto__') object[names[index]!] = values[index];
  return object;
}

/** Lists of fixed length, one item each. */
export function tupleOf(items: readonly Values[]): Values {
  return combined(items, (values) => values);
}

/** Any of all parts, and each of every part beside some of the others. */
function combined(parts: readonly Values[], combine: (values: readonly unknown[]) => unknown): Values {
  const rows = Math.max(1, ...parts.map(({ each }) => each.length));
  return {
    any: new Together(
      parts.map(({ any }) => any),
      combine,
    ),
    each: Array.from(
      { length: rows },
      (_, row) =>
        new Together(
          parts.map(({ each }) => each[row % each.length]!),
          combine,
        ),
    ),
  };
}

/** Objects with these members; an undefined one is left out. */
export function objectOf(members: readonly (readonly [name: string, values: Values])[]): Values {
  const names = members.map(([name]) => name);
  return combined(
    members.map(([, values]) => values),
    (items) => objectWith(names, items),
  );
}

/** An object without the member `__proto__`, which a literal cannot hold. */
export function withMembers(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.filter(([name]) => name !== '__proto__'));
}

/** Values after a function. */
export function mapped({ any, each }: Values, change: (value: unknown) => unknown): Values {
  return { any: any.map(change), each: each.map((one) => one.map(change)) };
}

const patience = 1000;
const samples = 20;
const fewest = 2;

/** What a function accepts and returns; `null` is a refusal. Throws an UngeneratableError when it accepts none of many. */
export function accepted(
  { any, each }: Values,
  accept: (value: unknown) => { readonly value: unknown } | null,
  refuse: () => UngeneratableError,
): Values {
  let refused = 0;
  const counted = (value: unknown) => {
    const result = accept(value);
    refused = result ? 0 : refused + 1;
    if (refused > patience) throw refuse();
    return result;
  };
  const narrow = (one: Arbitrary<unknown>) => new Accepted(one, counted);
  const acceptedOf = (one: Arbitrary<unknown>, numRuns: number) =>
    fc.sample(one, { numRuns, seed: 1 }).filter((value) => accept(value)).length;
  const covered = each.filter((one) => acceptedOf(one, fewest) === fewest || acceptedOf(one, samples) >= fewest);
  return { any: narrow(any), each: covered.length === 0 ? [narrow(any)] : covered.map(narrow) };
}

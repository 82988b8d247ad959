import fc, { Arbitrary, type Random, Stream, Value } from 'fast-check';

/** Values of a schema: any of them, and a list that covers each union option, each enum value, and each optional member present and absent. */
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

/** Few values, all of which matter. */
export function listed(values: readonly unknown[]): Values {
  return { any: pooled(values), each: values.map((value) => fc.constant(value)) };
}

/** One of many values, the first ones more often; a counterexample shrinks to the first that fails. */
export const pooled = (values: readonly unknown[]): Arbitrary<unknown> => new Pool(values);

class Pool extends Arbitrary<unknown> {
  readonly #values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    super();
    this.#values = values;
  }

  override generate(random: Random): Value<unknown> {
    const { length } = this.#values;
    const drawn = random.nextInt(0, length * length - 1) / (length * length);
    return this.#at(Math.floor(length * drawn * drawn));
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(_: unknown, index: unknown): Stream<Value<unknown>> {
    return Stream.of(...Array.from({ length: Number(index) }, (__, earlier) => this.#at(earlier)));
  }

  #at(index: number): Value<unknown> {
    return new Value(this.#values[index], index);
  }
}

/** Values without a structure that could be covered. */
export const plain = (any: Arbitrary<unknown>): Values => ({ any, each: [any] });

/** Texts, the plainest first: both it and the others are covered. */
export const texts = (pool: readonly string[]): Values => ({
  any: pooled(pool),
  each: [fc.constant(pool[0]), pooled(pool)],
});

/** Any value, or one that covers a part. */
export function covering({ any, each }: Values): Arbitrary<unknown> {
  return fc.oneof({ arbitrary: any, weight: 4 }, { arbitrary: fc.oneof(...each), weight: 1 });
}

/** Values of either. */
export function eitherOf(options: readonly Values[]): Values {
  return { any: fc.oneof(...options.map(({ any }) => any)), each: options.flatMap(({ each }) => each) };
}

/** Lists of fixed length, one item each. */
export function tupleOf(items: readonly Values[]): Values {
  const rows = Math.max(1, ...items.map(({ each }) => each.length));
  return {
    any: fc.tuple(...items.map(({ any }) => any)),
    each: Array.from({ length: rows }, (_, row) => fc.tuple(...items.map(({ each }) => each[row % each.length]!))),
  };
}

/** Objects with these members; an undefined one is left out. */
export function objectOf(members: readonly (readonly [name: string, values: Values])[]): Values {
  return mapped(tupleOf(members.map(([, values]) => values)), (items) =>
    withMembers(members.flatMap(([name], index) => keep(name, (items as readonly unknown[])[index]))),
  );
}

const keep = (name: string, value: unknown) => (value === undefined ? [] : [[name, value] as const]);

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

/** What a function accepts and returns; `null` is a refusal. Throws an UngeneratableError when it accepts none of many. */
export function accepted(
  { any, each }: Values,
  accept: (value: unknown) => { readonly value: unknown } | null,
  refuse: () => UngeneratableError,
): Values {
  let refused = 0;
  const narrow = (one: Arbitrary<unknown>) =>
    one
      .map(accept)
      .filter((result) => {
        refused = result ? 0 : refused + 1;
        if (refused > patience) throw refuse();
        return result !== null;
      })
      .map((result) => result!.value);
  const covered = each.filter((one) => fc.sample(one, { numRuns: samples, seed: 1 }).some((value) => accept(value)));
  return { any: narrow(any), each: covered.length === 0 ? [narrow(any)] : covered.map(narrow) };
}

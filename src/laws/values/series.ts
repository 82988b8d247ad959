import fc, { Arbitrary, type Random, type Stream, Value } from 'fast-check';
import type { Values } from './values.js';

/** The values of a run: those that cover a part or lie at a bound, one after another, then any. */
export interface Series {
  /** How many come before any. */
  readonly leading: number;
  /** For one run, whose values it counts. */
  readonly start: () => Arbitrary<unknown>;
}

const most = 200;

/** Of very many that cover a part, every second or third. */
export function seriesOf({ any, each }: Values): Series {
  const leading = Math.min(most, each.length);
  const first = Array.from({ length: leading }, (_, index) => each[Math.floor((index * each.length) / leading)]!);
  const others = fc.oneof({ arbitrary: any, weight: 4 }, { arbitrary: fc.oneof(...each), weight: 1 });
  return { leading, start: () => new OneByOne(first, others) };
}

class OneByOne extends Arbitrary<unknown> {
  readonly #first: Iterator<Arbitrary<unknown>>;
  readonly #others: Arbitrary<unknown>;

  constructor(first: readonly Arbitrary<unknown>[], others: Arbitrary<unknown>) {
    super();
    this.#first = first.values();
    this.#others = others;
  }

  override generate(random: Random, biasFactor: number | undefined): Value<unknown> {
    const { done, value } = this.#first.next();
    const source = done ? this.#others : value;
    return from(source, source.generate(random, biasFactor));
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(value: unknown, context: unknown): Stream<Value<unknown>> {
    const { source, inner } = context as Origin;
    return source.shrink(value, inner).map((smaller) => from(source, smaller));
  }
}

interface Origin {
  readonly source: Arbitrary<unknown>;
  readonly inner: unknown;
}

const from = (source: Arbitrary<unknown>, { value_, context }: Value<unknown>) =>
  new Value(value_, { source, inner: context } satisfies Origin);

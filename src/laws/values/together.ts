import { Arbitrary, type Random, Stream, Value } from 'fast-check';

/** A value of several parts, which shrink one after another: as a tuple that is mapped, without the tuple and what it remembers. */
export class Together extends Arbitrary<unknown> {
  readonly #parts: readonly Arbitrary<unknown>[];
  readonly #combine: (values: readonly unknown[]) => unknown;
  readonly #mayBeNone: boolean;

  /** `mayBeNone` shrinks to a value of no parts first. */
  constructor(
    parts: readonly Arbitrary<unknown>[],
    combine: (values: readonly unknown[]) => unknown,
    mayBeNone = false,
  ) {
    super();
    this.#parts = parts;
    this.#combine = combine;
    this.#mayBeNone = mayBeNone;
  }

  override generate(random: Random, biasFactor: number | undefined): Value<unknown> {
    return this.#of(this.#parts.map((part) => part.generate(random, biasFactor)));
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(_: unknown, context: unknown): Stream<Value<unknown>> {
    return new Stream(this.#smaller(context as readonly Value<unknown>[]));
  }

  *#smaller(drawn: readonly Value<unknown>[]): IterableIterator<Value<unknown>> {
    if (this.#mayBeNone && drawn.length > 0) yield this.#of([]);
    for (const [index, { value_, context }] of drawn.entries())
      for (const smaller of this.#parts[index]!.shrink(value_, context)) yield this.#of(drawn.with(index, smaller));
  }

  #of(drawn: readonly Value<unknown>[]): Value<unknown> {
    return new Value(this.#combine(drawn.map(({ value_ }) => value_)), drawn);
  }
}

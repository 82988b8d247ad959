import { Arbitrary, type Random, Stream, Value } from 'fast-check';

type Accept = (value: unknown) => { readonly value: unknown } | null;

/** What a function returns for what it accepts; null is a refusal. */
export class Accepted extends Arbitrary<unknown> {
  readonly #source: Arbitrary<unknown>;
  readonly #accept: Accept;

  constructor(source: Arbitrary<unknown>, accept: Accept) {
    super();
    this.#source = source;
    this.#accept = accept;
  }

  override generate(random: Random, biasFactor: number | undefined): Value<unknown> {
    for (;;) {
      const found = this.#of(this.#source.generate(random, biasFactor));
      if (found) return found;
    }
  }

  override canShrinkWithoutContext(_: unknown): _ is unknown {
    return false;
  }

  override shrink(_: unknown, context: unknown): Stream<Value<unknown>> {
    const { value_, context: inner } = context as Value<unknown>;
    return this.#source
      .shrink(value_, inner)
      .map((smaller) => this.#of(smaller))
      .filter((found) => found !== null) as Stream<Value<unknown>>;
  }

  #of(drawn: Value<unknown>): Value<unknown> | null {
    const result = this.#accept(drawn.value_);
    return result && new Value(result.value, drawn);
  }
}

import { isNamed } from '../seeds.js';
import type { PromisedOperation } from '../promised-api.js';
import type { IgnoredDifference } from '../../routing/table/verify-options.js';
import { countOf } from '../../text/join-words.js';
import type { Difference } from './compare-values.js';
import { isWithin } from './noise.js';

/** Leaves out the differences that somebody accepted, and counts what each reason left out. */
export class Ignored {
  readonly #counts: number[];

  constructor(private readonly entries: readonly IgnoredDifference[]) {
    this.#counts = entries.map(() => 0);
  }

  /** Whether a difference of an operation is accepted. */
  accepts(operation: PromisedOperation, { place }: Difference): boolean {
    const index = this.entries.findIndex(
      ({ operation: name, at }) => (name === undefined || isNamed(operation, name)) && isWithin(place, normal(at)),
    );
    if (index < 0) return false;
    this.#counts[index]! += 1;
    return true;
  }

  /** What was left out and why, and the entries that left nothing out. */
  notes(): readonly string[] {
    return this.entries.map(({ operation, at, reason }, index) => {
      const name = `verify.ignore[${index}] (${operation === undefined ? '' : `${operation} `}${at})`;
      const count = this.#counts[index]!;
      return count === 0
        ? `${name} is stale: nothing differs there. Remove it.`
        : `${name} leaves out ${countOf(count, 'difference')}: ${reason}`;
    });
  }
}

/** Names of headers are in lower case. */
const normal = (at: string) => (at.startsWith('header ') ? at.toLowerCase() : at);

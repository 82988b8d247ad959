import type { $ZodType } from 'zod/v4/core';
import { withoutInternal } from '../schema/without-internal.js';
import { standsFor } from '../schema/node.js';
import { runChange } from './change-error.js';
import { containerConversion } from './container-conversion.js';
import type { Conversion, DeclaredReshape, Direction, Hop } from './hop.js';
import { lineageOf } from './lineage.js';
import { olderPath, originOf, remember } from './origins.js';
import { inOlderWords } from './refusal.js';
import { settling } from './settle.js';

/** The conversions of a hop, each compiled once. */
export class Conversions {
  readonly #hop: Hop;
  readonly #compiled = { down: new Map<$ZodType, Conversion | null>(), up: new Map<$ZodType, Conversion | null>() };

  constructor(hop: Hop) {
    this.#hop = hop;
  }

  of(schema: $ZodType, direction: Direction): Conversion | null {
    const compiled = this.#compiled[direction];
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    if (!this.#hop.touches(schema)) return null;
    let own: Conversion | null = null;
    compiled.set(schema, (value, isParsed) => (own ? own(value, isParsed) : value));
    const found = this.#hop.find(schema);
    own = found ? this.#ofReshape(found, direction) : containerConversion(this.#hop, schema, direction);
    compiled.set(schema, own);
    return own;
  }

  #ofReshape(found: DeclaredReshape, direction: Direction): Conversion {
    return direction === 'down' ? this.#lowering(found) : this.#raising(found);
  }

  /** The change, then what is inside the older shape. */
  #lowering(found: DeclaredReshape): Conversion {
    const own = this.#migration(found, 'down');
    const inner = this.of(this.#hop.asNamed(found.reshape.trees.before), 'down');
    return inner ? (value) => inner(own(value)) : own;
  }

  /** What is inside first, then the older shape as a whole, then the change. */
  #raising(found: DeclaredReshape): Conversion {
    const { trees, moves } = found.reshape;
    const own = this.#migration(found, 'up');
    const before = withoutInternal(this.#hop.asNamedBare(trees.before));
    const inner = this.of(before, 'up');
    const settle = settling(before, this.#hop);
    const lineage = lineageOf(trees.before, trees.after, moves);
    const maker = { change: found.change, version: this.#hop.version };
    return (value, isParsed = true) => {
      const isSettled = isParsed && !originOf(value);
      const from = settle(inner ? inner(value, isParsed) : value, isSettled);
      try {
        return remember(own(from), { from, isParsed, schema: trees.after, lineage, maker });
      } catch (error) {
        throw inOlderWords(error, (path) => olderPath(from, path, isParsed));
      }
    };
  }

  /** What the change itself makes of a value. */
  #migration({ reshape, change }: DeclaredReshape, direction: Direction): Conversion {
    const migrate = reshape[direction] as Conversion | null;
    const { version } = this.#hop;
    return (value) =>
      runChange(change, version, direction, () => {
        if (!migrate) throw new TypeError(`The change has no ${direction}.`);
        return migrate(direction === 'down' ? standsFor(value) : value);
      });
  }
}

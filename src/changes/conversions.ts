import { type $ZodType, safeParse } from 'zod/v4/core';
import { withoutInternal } from '../schema/without-internal.js';
import { standsFor } from '../schema/node.js';
import { runChange } from './change-error.js';
import { containerConversion } from './container-conversion.js';
import { fillingDirectly } from './direct-way.js';
import type { Conversion, Course, DeclaredReshape, Direction, Hop } from './hop.js';
import { lineageOf } from './lineage.js';
import { olderPath, originOf, remember } from './origins.js';
import { inOlderWords } from './refusal.js';
import { settling } from './settle.js';

/** The conversions of a hop, each compiled once. */
export class Conversions {
  readonly #hop: Hop;
  readonly #compiled: Readonly<Record<Course, Map<$ZodType, Conversion | null>>> = {
    down: new Map(),
    up: new Map(),
    direct: new Map(),
  };

  constructor(hop: Hop) {
    this.#hop = hop;
  }

  of(schema: $ZodType, course: Course): Conversion | null {
    const compiled = this.#compiled[course];
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    if (!this.#hop.touches(schema)) return null;
    let own: Conversion | null = null;
    compiled.set(schema, (value, isParsed) => (own ? own(value, isParsed) : value));
    const found = this.#hop.find(schema);
    own = found ? this.#ofReshape(found, course) : containerConversion(this.#hop, schema, course);
    compiled.set(schema, own);
    return own;
  }

  #ofReshape(found: DeclaredReshape, course: Course): Conversion {
    switch (course) {
      case 'down':
        return this.#lowering(found);
      case 'up':
        return this.#raising(found);
      case 'direct':
        return this.#raisingDirectly(found);
    }
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

  #raisingDirectly(found: DeclaredReshape): Conversion {
    const own = this.#migration(found, 'up');
    const before = this.#hop.asNamedBare(found.reshape.trees.before);
    const inner = this.of(before, 'direct');
    const fill = fillingDirectly(before);
    return (value) => {
      const from = inner ? inner(value, false) : value;
      return own(fill ? fill(from) : from);
    };
  }

  /** What the change itself makes of a value. */
  #migration({ reshape, change }: DeclaredReshape, direction: Direction): Conversion {
    const migrate = reshape[direction] as Conversion | null;
    const { version } = this.#hop;
    return (value) =>
      runChange(change, version, direction, () => {
        if (!migrate) throw new TypeError(`The change has no ${direction}.`);
        const made = migrate(direction === 'down' ? standsFor(value) : value);
        if (made === undefined && direction === 'down' && !safeParse(reshape.trees.before, undefined).success)
          throw new TypeError('It returned undefined, which the older shape does not allow.');
        return made;
      });
  }
}

import fc from 'fast-check';
import { $ZodUnknown, type $ZodType, globalRegistry } from 'zod/v4/core';
import { fitsOf } from '../../schema/fits.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { kinds } from './kinds.js';
import { type Drawing, parsed } from './drawing.js';
import { accepted, listed, UngeneratableError, type Values } from './values.js';

/** Values of a schema; by default parsed ones, as handlers return them and `up` takes them. Throws an UngeneratableError that names the place. */
export function valuesOf(schema: unknown, drawing: Drawing = plainly): Values {
  const tree = zodTreeOf(schema);
  if (!tree) throw new UngeneratableError('', 'is a schema without a description');
  const values = new Generator(drawing).read(tree, '');
  if (!values) throw new UngeneratableError('', 'has no finite value');
  return values;
}

/** Without bounds, and without knowing who takes the values. */
export const plainly: Drawing = { words: [], bounds: null, side: 'output' };

const deepest = 6;
const manyReads = 1000;

/** The values of a schema in which none contains itself, and how many schemas were read for them. */
interface Known {
  readonly values: Values | null;
  readonly reads: number;
}

/** By schema, and by all else that its values depend on. */
const known = new WeakMap<$ZodType, Map<string, Known>>();

class Generator {
  readonly #open = new Map<$ZodType, number>();
  readonly #drawing: Drawing;
  readonly #key: string;
  #reads = 0;
  /** How many schemas were found inside themselves. */
  #returns = 0;

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
    const { words, bounds, side } = drawing;
    this.#key = JSON.stringify([side, bounds?.today.getTime() ?? null, words]);
  }

  /** null for what has no value within the depth: `never`, or a schema that contains itself once more. */
  read(schema: $ZodType, place: string): Values | null {
    const times = this.#open.get(schema) ?? 0;
    if (times > 0) this.#returns++;
    if (times > this.#levels) return null;
    // No text says where it is.
    const key = `${definitionOf(schema).type === 'string' ? '' : place}\n${this.#key}`;
    const before = known.get(schema)?.get(key);
    if (before) {
      this.#reads += before.reads;
      return before.values;
    }
    const [reads, returns] = [this.#reads, this.#returns];
    this.#reads++;
    this.#open.set(schema, times + 1);
    try {
      const values = this.#readWithExamples(schema, place);
      if (this.#returns === returns) remember(schema, key, { values, reads: this.#reads - reads });
      return values;
    } finally {
      if (times === 0) this.#open.delete(schema);
      else this.#open.set(schema, times);
    }
  }

  /** How often a schema may be inside itself. */
  get #levels(): number {
    if (this.#open.size > deepest) return 0;
    return this.#drawing.bounds && this.#reads < manyReads ? 3 : 1;
  }

  #readWithExamples(schema: $ZodType, place: string): Values | null {
    const examples = examplesOf(schema);
    const given = examples.length > 0 ? listed(examples) : null;
    try {
      const values = this.#readKind(schema, place);
      if (!values || !given) return values;
      return {
        any: fc.oneof({ arbitrary: values.any, weight: 4 }, { arbitrary: given.any, weight: 1 }),
        each: [...values.each, ...given.each],
      };
    } catch (error) {
      if (!(error instanceof UngeneratableError)) throw error;
      if (given) return given;
      throw error.place === '' && place !== '' ? new UngeneratableError(place, error.what) : error;
    }
  }

  /** The values of the kind, narrowed to what the schema's own checks accept and return. */
  #readKind(schema: $ZodType, place: string): Values | null {
    const def = definitionOf(schema);
    const of = (child: $ZodType, step = '') => this.read(child, `${place}${step}`.replace(/^\./, ''));
    const values = kinds[def.type](schema, { ...this.#drawing, of, place });
    const isFormatted = 'format' in def;
    if (!values || def.type === 'string' || (!isFormatted && (def.checks?.length ?? 0) === 0)) return values;
    const test = isFormatted ? schema : new $ZodUnknown({ type: 'unknown', checks: [...(def.checks ?? [])] as never });
    const accept =
      this.#drawing.side === 'output'
        ? (value: unknown) => parsed(test, value)
        : (value: unknown) => (parsed(schema, value) ? { value } : null);
    return accepted(
      values,
      accept,
      () => new UngeneratableError(place, 'has checks that refuse every generated value'),
    );
  }
}

function remember(schema: $ZodType, key: string, found: Known): void {
  const byKey = known.get(schema) ?? new Map<string, Known>();
  known.set(schema, byKey.set(key, found));
}

/** The parsed examples of a schema's metadata. */
function examplesOf(schema: $ZodType): readonly unknown[] {
  const { examples } = (globalRegistry.get(schema) ?? {}) as { readonly examples?: unknown };
  if (!Array.isArray(examples)) return [];
  return examples.flatMap((example: unknown) => {
    const result = parsed(schema, example);
    return result ? [result.value] : fitsOf(schema)(example) ? [example] : [];
  });
}

import { $ZodPipe, type $ZodType, $ZodUnknown } from 'zod/v4/core';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { pickOption } from '../schema/fits.js';
import { standFor } from '../schema/identity.js';
import { type SchemaNode } from '../schema/node.js';
import { definitionOf, later, rebuild } from '../schema/zod-tree.js';
import type { Hop } from './hop.js';
import { memberWrappers } from './lineage.js';
import type { Maker } from './origins.js';
import {
  blaming,
  given,
  givingNothing,
  handedOn,
  type HasWhole,
  Parsed,
  passing,
  reading,
  readingWhole,
  settled,
  wrap,
} from './parsed-values.js';
import { readNode } from '../schema/read-node.js';

/**
 * The schema with the last word about a request that changes converted: all of it runs, but for the values that the
 * requested version has parsed by the same schema. Issues name older members, and `madeBy` the change at fault. `hops` are newest first.
 */
export function lastWordOf(
  schema: $ZodType,
  hops: readonly Hop[],
  reach: Reach = 'reshaped',
  hasWhole: HasWhole | null = null,
): $ZodType {
  return new LastWord(hops, reach, hasWhole).child(schema, false);
}

/** Where changes may have made a value: in the schemas that a hop reshapes, or anywhere. */
type Reach = 'reshaped' | 'anywhere';

class LastWord {
  readonly #hops: readonly Hop[];
  readonly #reach: Reach;
  readonly #hasWhole: HasWhole | null;
  readonly #built = new Map<$ZodType, $ZodType | null>();
  readonly #inside = new Map<$ZodType, $ZodType>();

  constructor(hops: readonly Hop[], reach: Reach, hasWhole: HasWhole | null) {
    this.#hops = hops;
    this.#reach = reach;
    this.#hasWhole = hasWhole;
  }

  child(schema: $ZodType, isReshaped: boolean): $ZodType {
    if (this.#hops.some((hop) => hop.touches(schema))) return settled(schema, this.#of(schema));
    if (this.#reach === 'anywhere') return passing(schema, this.#of(schema));
    return isReshaped ? this.#insideReshaped(schema) : passing(schema);
  }

  #of(schema: $ZodType): $ZodType {
    const known = this.#built.get(schema);
    if (known === null) return later(() => this.#built.get(schema)!);
    if (known) return known;
    this.#built.set(schema, null);
    const built = standFor(this.#build(schema), schema);
    this.#built.set(schema, built);
    return built;
  }

  #build(schema: $ZodType): $ZodType {
    const maker = this.#makerOf(schema);
    const child = (one: $ZodType) => this.child(one, maker !== null);
    const blamed = (read: $ZodType) => (maker ? blaming(schema, read, maker) : read);
    const def = definitionOf(schema);
    // Another library parses the whole, which the older request has only been compared with in shape.
    if (libraryOf(schema)) return reading(schema, schema, maker, this.#hasWhole);
    switch (def.type) {
      case 'object':
      case 'array':
      case 'tuple':
        return reading(schema, rebuild(schema, child), maker, this.#hasWhole);
      case 'record':
      case 'map': {
        const valueType = child(def.valueType as $ZodType);
        return reading(
          schema,
          rebuild(schema, (one) => one, { valueType } as never),
          maker,
          this.#hasWhole,
        );
      }
      case 'pipe':
        return blamed(this.#ofPipe(schema, maker, child));
      case 'union':
        return maker ? reading(schema, rebuild(schema, child), maker, this.#hasWhole) : this.#ofUnion(schema, child);
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'catch':
      case 'readonly':
      case 'nonoptional':
        return blamed(givingNothing(rebuild(schema, child)));
      case 'lazy':
        return blamed(rebuild(schema, child));
      case 'intersection':
        return blamed(rebuild(schema, (side) => passing(side, this.#of(side))));
      default:
        return readingWhole(schema, maker);
    }
  }

  /** What the first schema of a pipe has read before the changes is not read again; what a change made for the pipe goes through all of it. */
  #ofPipe(schema: $ZodType, maker: Maker | null, child: (one: $ZodType) => $ZodType): $ZodType {
    const { in: first, out: last } = definitionOf(schema) as { readonly in: $ZodType; readonly out: $ZodType };
    const isReached = (side: $ZodType) => this.#hops.some((hop) => hop.touches(side));
    const isReadAfter = maker === null && isReached(last) && !isReached(first);
    const whole = rebuild(schema, child);
    if (!isReadAfter && definitionOf(first).type !== 'transform') return whole;
    return handedOn(schema, last, checkedBy(schema, this.#of(last)), whole);
  }

  /** Members of an object that a change may have made anew of older members. */
  #insideReshaped(schema: $ZodType): $ZodType {
    const known = this.#inside.get(schema);
    if (known) return known;
    const isOpen = holdsMembers.has(definitionOf(schema).type);
    const built = passing(schema, isOpen ? rebuild(schema, (child) => this.#insideReshaped(child)) : schema);
    this.#inside.set(schema, built);
    return built;
  }

  /** A value that no change converted stays with the option that has parsed it. */
  #ofUnion(schema: $ZodType, child: (option: $ZodType) => $ZodType): $ZodType {
    const { options } = definitionOf(schema) as unknown as { options: $ZodType[] };
    const older = this.#hops.reduce((current, hop) => hop.olderBare(current), schema);
    const pick = pickOption(readNode(older) as Extract<SchemaNode, { kind: 'union' }>);
    const chosen = options.map(child);
    const rebuilt = rebuild(schema, child, { checks: [] } as never);
    const choice = wrap(blaming(schema, rebuilt, null), (run, payload, context) => {
      const { value, isParsed } = given(payload, schema);
      const option = isParsed ? chosen[pick(value)] : undefined;
      payload.value = option ? new Parsed(value) : value;
      return option ? option._zod.run(payload, context) : run(payload, context);
    });
    return checkedBy(schema, choice);
  }

  /** The change at fault where a value has no origin: the newest that reshapes the schema; null for what stands above one. */
  #makerOf(schema: $ZodType): Maker | null {
    let current = schema;
    for (const hop of this.#hops) {
      const found = hop.find(current);
      if (found) return { change: found.change, version: hop.version };
      current = hop.older(current);
    }
    return null;
  }
}

/** What has read a value, and then the checks of the schema that it stands for. */
function checkedBy(schema: $ZodType, read: $ZodType): $ZodType {
  const { checks = [] } = definitionOf(schema);
  if (checks.length === 0) return read;
  return new $ZodPipe({ type: 'pipe', in: read, out: new $ZodUnknown({ type: 'unknown', checks }) } as never);
}

/** Where a lineage finds the members of an object inside another one. */
const holdsMembers: ReadonlySet<string> = new Set(['object', ...memberWrappers]);

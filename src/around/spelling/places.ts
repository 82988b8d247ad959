import type { $ZodType } from 'zod/v4/core';
import type { Direction, Hop } from '../../changes/hop.js';
import type { Move } from '../../changes/lineage.js';
import { pickOption } from '../../schema/fits.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { SchemaNode } from '../../schema/node.js';
import { readNode } from '../../schema/read-node.js';
import { definitionOf } from '../../schema/zod-tree.js';
import type { Schema } from '../../schema/standard-schema.js';
import { partIn, unwrapped } from './schema-parts.js';

export type Path = readonly string[];

/** Where the parts of a value that changes have converted were before. */
export interface Places {
  /** Whether a function of a change made the value, whose members may come from anywhere. */
  readonly isComputed: boolean;
  /** How many names the longest path has by which a member moves; 1 where members stay in their objects. */
  readonly depth: number;
  /** Whether all that is in the value has the same places, as in a list. */
  readonly isEven: boolean;
  /** Whether the value is one of several, of which `optionOf` says which. */
  readonly isUnion: boolean;
  /** Where what is at a path was; null for what is made. */
  sourceOf(path: Path): Path | null;
  /** The places of what is at a path; null where no change reaches it. */
  of(path: Path): Places | null;
  optionOf(value: unknown): Places | null;
}

/** A part of a value on its way between one version and the one before. */
interface Step {
  readonly hop: Hop;
  /** The part in the newer of the two. */
  readonly schema: $ZodType;
}

/**
 * The places of values of a schema that changes take to an older version, or from there. `hops` are newest first, `schema` is that of the newest version, `older` that
 * of the oldest. null where no change reaches it.
 */
export function placesThrough(
  schema: Schema,
  hops: readonly Hop[],
  older: Schema | undefined,
  direction: Direction,
): Places | null {
  const newest = zodTreeOf(schema);
  if (!newest) return null;
  let current = newest;
  const steps = hops.map((hop) => {
    const step = { hop, schema: current };
    current = hop.older(current);
    return step;
  });
  const result = direction === 'up' ? newest : (zodTreeOf(older) ?? current);
  return new PlacesOf(direction).through(steps, result);
}

/** The places of a value that is one of several. */
export function optionOf(places: Places | null, value: unknown): Places | null {
  let current = places;
  while (current?.isUnion) {
    const next: Places | null = current.optionOf(value);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** The places of all parts of a schema, each made once, because schemas may contain themselves. */
class PlacesOf {
  readonly direction: Direction;
  readonly #made = new Map<string, Places>();
  readonly #numbers = new Map<unknown, number>();

  constructor(direction: Direction) {
    this.direction = direction;
  }

  /** `result` is the schema of the value that is made; undefined where it is not known. */
  through(steps: readonly Step[], result: $ZodType | undefined): Places | null {
    const touched = steps.filter(({ hop, schema }) => hop.touches(schema));
    if (touched.length === 0) return null;
    const key = [result, ...touched.flatMap(({ hop, schema }) => [hop, schema])].map((part) => this.#numberOf(part));
    const known = this.#made.get(key.join());
    if (known !== undefined) return known;
    const made = new PlacesInside(this, touched, result);
    this.#made.set(key.join(), made);
    return made;
  }

  #numberOf(part: unknown): number {
    const known = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, known);
    return known;
  }
}

/** What one change does to a value. */
interface Stage {
  readonly hop: Hop;
  readonly moves: readonly Move[];
  readonly isComputed: boolean;
  /** The value by its names in the older of the two versions, and by what is inside in the newer; the sides of an intersection. */
  readonly insides: readonly $ZodType[];
}

class PlacesInside implements Places {
  readonly isComputed: boolean;
  readonly depth: number;
  readonly isEven: boolean;
  readonly isUnion: boolean;
  readonly #all: PlacesOf;
  /** From the value that is made to what it was made of. */
  readonly #stages: readonly Stage[];
  readonly #result: $ZodType | undefined;
  readonly #known = new Map<string, Places | null>();

  constructor(all: PlacesOf, steps: readonly Step[], result: $ZodType | undefined) {
    this.#all = all;
    this.#result = result && unwrapped(result, all.direction);
    const stages = steps.map((step) => stageOf(step, all.direction));
    this.#stages = all.direction === 'up' ? stages : stages.toReversed();
    this.isComputed = stages.some((stage) => stage.isComputed);
    const moves = stages.flatMap((stage) => stage.moves);
    this.depth = Math.max(1, ...moves.flatMap(({ newer, older }) => [newer.length, older.length]));
    this.isEven = stages.every(({ insides }) => insides.every((inside) => even.has(readNode(inside).kind)));
    this.isUnion = stages.some(({ insides }) => insides.some((inside) => readNode(inside).kind === 'union'));
  }

  sourceOf(path: Path): Path | null {
    return this.#stages.reduce<Path | null>((at, { moves }) => at && this.#before(moves, at), path);
  }

  of(path: Path): Places | null {
    const key = JSON.stringify(path);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#find(path);
    // Lists and records have no end of names.
    if (this.#known.size < 1000) this.#known.set(key, made);
    return made;
  }

  optionOf(value: unknown): Places | null {
    const node = this.#result && readNode(this.#result);
    if (node?.kind !== 'union') return this;
    const position = pickOption(node)(value);
    if (position < 0) return null;
    const steps = this.#stages.flatMap(({ hop, insides }) =>
      insides.map(readNode).flatMap((own) => {
        const isParallel = own.kind === 'union' && own.options.length === node.options.length;
        return isParallel ? [{ hop, schema: own.options[position] as $ZodType }] : [];
      }),
    );
    return this.#through(steps, node.options[position] as $ZodType);
  }

  #find(path: Path): Places | null {
    const isUp = this.#all.direction === 'up';
    const steps: Step[] = [];
    let at: Path | null = path;
    for (const { hop, moves, insides } of this.#stages) {
      if (isUp) at = this.#before(moves, at);
      if (at === null) break;
      for (const inside of insides) {
        const schema = partIn(inside, at, this.#all.direction);
        if (schema) steps.push({ hop, schema });
      }
      if (!isUp) at = this.#before(moves, at);
      if (at === null) break;
    }
    return this.#through(steps, this.#result && partIn(this.#result, path, this.#all.direction));
  }

  /** `steps` are in the order of the stages. */
  #through(steps: readonly Step[], result: $ZodType | undefined): Places | null {
    return this.#all.through(this.#all.direction === 'up' ? steps : steps.toReversed(), result);
  }

  /** Where something was before one change; null for what was elsewhere before, so that something else took its place. */
  #before(moves: readonly Move[], path: Path): Path | null {
    const [to, from] = this.#all.direction === 'down' ? (['older', 'newer'] as const) : (['newer', 'older'] as const);
    const moved = moves.find((move) => startsWith(path, move[to]));
    if (moved) return [...moved[from], ...path.slice(moved[to].length)];
    return moves.some((move) => startsWith(path, move[from])) ? null : path;
  }
}

const even: ReadonlySet<SchemaNode['kind']> = new Set(['array', 'record']);

const startsWith = (path: Path, start: Path) => start.every((name, index) => path[index] === name);

function stageOf({ hop, schema }: Step, direction: Direction): Stage {
  const own = unwrapped(schema, direction, (one) => hop.find(one) !== undefined);
  const reshape = hop.find(own)?.reshape;
  if (reshape) {
    const { names, moves, trees } = reshape;
    const isMover = names.length === 1 && moves.length > 0;
    const inside = unwrapped(hop.asNamed(trees.before), direction);
    return { hop, moves, isComputed: !isMover && names.includes(null), insides: [inside] };
  }
  const def = definitionOf(own);
  if (def.type !== 'intersection') return { hop, moves: [], isComputed: false, insides: [own] };
  const sides = [def.left, def.right].map((side) => stageOf({ hop, schema: side as $ZodType }, direction));
  return {
    hop,
    moves: sides.flatMap(({ moves }) => moves),
    isComputed: sides.some(({ isComputed }) => isComputed),
    insides: sides.flatMap(({ insides }) => insides),
  };
}

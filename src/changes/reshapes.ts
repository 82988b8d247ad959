import type { Schema } from '../schema/standard-schema.js';
import type { Move, Path } from './lineage.js';
import { describeValue } from './read-arguments.js';
import { isReshape, makeReshape, type Reshape } from './reshape.js';

type Difference<A extends Schema, B extends Schema> = Reshape<A, B> | ((schema: A) => Reshape<A, B>);

/** Several differences of one schema, in order: each applies to the older shape of the previous one. */
export function reshapes<S extends Schema, A extends Schema>(after: S, first: Difference<S, A>): Reshape<S, A>;
export function reshapes<S extends Schema, A extends Schema, B extends Schema>(
  after: S,
  first: Difference<S, A>,
  second: Difference<A, B>,
): Reshape<S, B>;
export function reshapes<S extends Schema, A extends Schema, B extends Schema, C extends Schema>(
  after: S,
  first: Difference<S, A>,
  second: Difference<A, B>,
  third: Difference<B, C>,
): Reshape<S, C>;
export function reshapes(after: Schema, ...parts: readonly (Reshape | ((schema: never) => Reshape))[]): Reshape;
export function reshapes(after: Schema, ...parts: readonly (Reshape | ((schema: never) => Reshape))[]): Reshape {
  if (parts.length === 0)
    throw new TypeError('reshapes() takes the parts of a change, such as renamed(…) and added(…).');
  const chain: Reshape[] = [];
  for (const part of parts) {
    const schema = chain.at(-1)?.before ?? after;
    chain.push(applyPart(part, schema, chain.length + 1));
  }
  const downs = chain.map(({ down }) => down as ((value: unknown) => unknown) | null);
  const ups = chain.map(({ up }) => up as ((value: unknown) => unknown) | null).toReversed();
  return makeReshape(
    after,
    chain.at(-1)!.before,
    {
      down: compose(downs),
      up: compose(ups),
      loses: {
        down: chain.flatMap(({ loses }) => loses.down),
        up: chain.flatMap(({ loses }) => loses.up),
        update: chain.flatMap(({ loses }) => loses.update),
      },
      moves: chain.reduce<readonly Move[]>((moves, part) => followMoves(moves, part.moves), []),
      names: chain.flatMap(({ names }) => names),
    },
    (schema) => reshapes(schema, ...parts),
  );
}

function applyPart(part: Reshape | ((schema: never) => Reshape), schema: Schema, place: number): Reshape {
  const applied = typeof part === 'function' ? part(schema as never) : part;
  if (!isReshape(applied))
    throw new TypeError(
      `reshapes(): part ${place} is ${describeValue(applied)}. Write a function of the schema, such as (schema) => renamed(schema, { newName: 'oldName' }).`,
    );
  return typeof part === 'function' ? applied : applied.on(schema);
}

/** Where members come from through one more part. */
function followMoves(moves: readonly Move[], next: readonly Move[]): readonly Move[] {
  const isAt = (path: Path) => (other: Path) => path.join('\0') === other.join('\0');
  const followed = moves.map(({ newer, older }) => ({
    newer,
    older: next.find((move) => isAt(move.newer)(older))?.older ?? older,
  }));
  return [...followed, ...next.filter((move) => !moves.some(({ older }) => isAt(move.newer)(older)))];
}

function compose(steps: readonly ((value: unknown) => unknown)[] | readonly (((value: unknown) => unknown) | null)[]) {
  if (steps.some((step) => step === null)) return undefined;
  return (value: unknown) => steps.reduce((current, step) => step!(current), value);
}

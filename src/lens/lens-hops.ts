import type { $ZodType } from 'zod/v4/core';
import type { Change } from '../changes/change.js';
import type { DeclaredReshape, Hop } from '../changes/hop.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import type { Lens } from './known-lens.js';

/** A step between two shapes of a lens. */
export interface LensHop {
  readonly hop: Hop;
  /** What the changes convert of the stored values. */
  readonly reshapes: readonly DeclaredReshape[];
}

/** The steps from what the application uses down to the oldest shape, those that change it. */
export function hopsOfLens({
  schema,
  versions,
  shapes,
}: Pick<Lens, 'schema' | 'versions' | 'shapes'>): readonly LensHop[] {
  const found: LensHop[] = [];
  let tree: $ZodType | null = zodTreeOf(schema);
  for (const hop of versions.hopsBetween(versions.live, shapes[0]!)) {
    if (tree === null) break;
    const reshapes = hop.reshapesIn(tree);
    if (reshapes.length > 0) found.push({ hop, reshapes });
    tree = hop.older(tree);
  }
  return found;
}

/** The changes that convert stored values. */
export const changesOfLens = (lens: Lens): ReadonlySet<Change> =>
  new Set(hopsOfLens(lens).flatMap(({ reshapes }) => reshapes.map(({ change }) => change)));

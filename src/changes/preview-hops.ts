import type { $ZodType } from 'zod/v4/core';
import type { Change } from './change.js';
import type { HopSource } from './compile-hop.js';
import type { Reshape } from './reshape.js';
import { isSameSchema } from '../schema/identity.js';
import type { Schema } from '../schema/standard-schema.js';
import type { PreviewPart } from './preview-part.js';

/** Previews in the order in which they build on each other, the oldest first: those that `with` names come before. */
export function inOrder<P extends PreviewPart>(previews: readonly P[]): readonly P[] {
  const placed = new Set<P>();
  const visiting = new Set<P>();
  const place = (one: P): void => {
    if (placed.has(one) || visiting.has(one)) return;
    visiting.add(one);
    for (const name of one.with) {
      const other = previews.find((candidate) => candidate.name === name);
      if (other) place(other);
    }
    placed.add(one);
  };
  for (const one of previews) place(one);
  return [...placed];
}

const prefix = 'preview ';

/** Whether the newer side of a hop is named as a preview, and not as a version. */
export const isPreviewSide = (version: string) => version.startsWith(prefix);

/** The hops that take previews away, the oldest first. A preview of a schema that a newer one takes away too starts from what that one leaves. */
export function previewHops(previews: readonly PreviewPart[]): readonly HopSource[] {
  const taken: Reshape[] = [];
  return inOrder(previews)
    .toReversed()
    .flatMap((one) => {
      if (one.change === null) return [];
      const reshapes = one.change.reshapes.map((reshape) => onWhatIsLeft(reshape, taken));
      taken.push(...reshapes);
      const change: Change = Object.freeze({ ...one.change, reshapes: Object.freeze(reshapes) });
      return [{ version: `${prefix}${one.name}`, preview: one.name, changes: [change] }];
    })
    .toReversed();
}

/** A reshape that is written for one schema alone stays as it is, which `checkPreviews` reports. */
function onWhatIsLeft(reshape: Reshape, taken: readonly Reshape[]): Reshape {
  const left = taken.reduce<{ readonly schema: Schema; readonly tree: $ZodType }>(
    (current, { trees, before }) =>
      isSameSchema(trees.after, current.tree) ? { schema: before, tree: trees.before } : current,
    { schema: reshape.after, tree: reshape.trees.after },
  );
  return left.tree === reshape.trees.after ? reshape : (applied(reshape, left.schema) ?? reshape);
}

/** A reshape on another schema; null where it is written for one alone. */
export function applied(reshape: Reshape, schema: Schema): Reshape | null {
  try {
    return reshape.on(schema);
  } catch {
    return null;
  }
}

import type { $ZodType } from 'zod/v4/core';
import type { Hop } from '../../changes/hop.js';
import { type OperationShape, operationsOf } from '../changes/operation-stage.js';
import { usesOf } from '../changes/crossings.js';
import type { Class } from '../../wiring/metadata.js';

interface Handler {
  readonly own: OperationShape;
  readonly target: Class;
  readonly key: PropertyKey;
}

/** The previews without which an operation differs, in the order of `above`. */
export function touchingPreviews({ own, target, key }: Handler, above: readonly Hop[]): readonly string[] {
  const names: string[] = [];
  let schemas: readonly $ZodType[] = usesOf(own).map(({ schema }) => schema);
  for (const hop of above) {
    if (operationsOf(hop, target, key).length > 0 || schemas.some((schema) => hop.touches(schema)))
      names.push(hop.preview!);
    schemas = schemas.map((schema) => hop.older(schema));
  }
  return Object.freeze(names);
}

import { shareClass } from '../report/share-class.js';
import type { Issue } from '../changes/refusal.js';
import { pointerTo } from '../json/pointer.js';

/** A stored value that does not fit. */
export class ShapeMismatch extends Error {
  override readonly name = 'ShapeMismatch';
  /** The row of `migrateAll` that has the value; undefined elsewhere. */
  row: unknown;

  constructor(
    /** What is stored: `Cart`. */
    readonly subject: string,
    /** The version whose shape the value does not fit: its own, or the newest, into which it was converted. */
    readonly version: string,
    /** Where the value does not fit (RFC 6901), in that version's shape; empty for the whole value. */
    readonly pointer: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    const place = pointer === '' ? '' : ` at ${pointer}`;
    super(`The value does not fit version ${version} of ${subject}${place}: ${reason}`, options);
  }
}
shareClass(ShapeMismatch, 'shape-mismatch');

/** A value whose shape is newer than all that this process knows: a newer build of the application has written it. */
export class ShapeTooNew extends Error {
  override readonly name = 'ShapeTooNew';
  /** The row of `migrateAll` that has the value; undefined elsewhere. */
  row: unknown;

  constructor(
    readonly subject: string,
    /** The mark of the value. */
    readonly shape: string,
    /** The newest shape that this process knows. */
    readonly newest: string,
  ) {
    super(
      `The value has shape ${JSON.stringify(shape)} of ${subject}, and the newest that this process knows is ${JSON.stringify(newest)}. Deploy the build that knows it, or read with { newer: 'pass' }.`,
    );
  }
}
shareClass(ShapeTooNew, 'shape-too-new');

/** The first of the issues, at its place in the shape that refused it. */
export function mismatchOf(
  subject: string,
  version: string,
  issues: readonly Issue[],
  pathOf: (issue: Issue) => readonly PropertyKey[],
  options?: ErrorOptions,
): ShapeMismatch {
  const [first] = issues;
  return new ShapeMismatch(
    subject,
    version,
    pointerTo((first ? pathOf(first) : []).map(String)),
    first?.message ?? 'it is refused',
    options,
  );
}

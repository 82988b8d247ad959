import type { $ZodType } from 'zod/v4/core';
import type { Schema } from '../schema/standard-schema.js';
import type { Behaviour } from './behaviour.js';
import type { Change } from './change.js';
import type { Hop } from './hop.js';
import type { OutputOf } from './reshape.js';
import type { Deprecation } from './deprecation.js';
import type { PreviewPart } from './preview-part.js';

export interface KnownVersion {
  readonly version: string;
  readonly changes: readonly Change[];
  readonly behaviours: readonly Behaviour[];
  readonly deprecation: Deprecation | null;
  /** YYYY-MM-DD; null where nothing says it. */
  readonly released: string | null;
}

/** All versions of an API, and the hops between them. */
export interface Versions {
  /** Everything that handlers are served in: the released versions, oldest first, and `next` where it is declared. */
  readonly list: readonly KnownVersion[];
  /** The released ones of `list`. */
  readonly released: readonly KnownVersion[];
  /** The names of `released`. */
  readonly names: readonly string[];
  /** The names of `list`. */
  readonly served: readonly string[];
  /** The newest released version. */
  readonly newest: string;
  /** What handlers are written for: `next` where it is declared, else the newest version. */
  readonly live: string;
  readonly hasNext: boolean;
  /** Whether requests may name `next`. */
  readonly servesNext: boolean;
  /** The features beside the versions, as they are listed. */
  readonly previews: readonly PreviewPart[];
  /** From what handlers are written for to `live`: one hop for each preview that is off, the newest first. */
  readonly above: readonly Hop[];
  /** The same versions with some previews on. */
  having(previews: readonly string[]): Versions;
  /** Throws a RangeError for a version that is not in the list. */
  positionOf(version: string): number;
  /** The dates of a whole version; null when it has none. Throws a RangeError for a version that is not in the list. */
  deprecationOf(version: string): Deprecation | null;
  /** The newest version that is not after a named one; the name itself before the first and after the newest. */
  latestNotAfter(named: string): string;
  /** Whether a version, or what handlers are written for when it is null, has a behaviour. Throws a RangeError for one that no version lists. */
  has(behaviour: Behaviour, version: string | null): boolean;
  /** The hops from one version down to an older one, newest first. */
  hopsBetween(newer: string, older: string): readonly Hop[];
  /** Lets frozen constants stand for the schemas with an id in these, which handlers use. The methods below meet what they are given. */
  meet(schemas: readonly unknown[]): void;
  /** The form of a schema in a version; the schema is one of version `from`, by default one that handlers are written for. */
  schemaOf<S extends Schema>(schema: S, version: string, from?: string): S | $ZodType;
  /**
   * Converts a value of the shape that handlers return to a version's; keeps members that no schema declares. `shape` types the result.
   * Throws a TypeError for a `shape` that is not the version's, and a RangeError for a version that is not in the list.
   */
  down<S extends Schema>(schema: S, value: OutputOf<S>, version: string): unknown;
  /** As `down` above, for a version whose shape is known. */
  down<S extends Schema, Older extends Schema>(
    schema: S,
    value: OutputOf<S>,
    version: string,
    shape: Older,
  ): OutputOf<Older>;
  /** Converts a value of a version's shape to the one that handlers take. `shape` types the value, and throws as in `down`. */
  up<S extends Schema>(schema: S, value: unknown, version: string): OutputOf<S>;
  /** As `up` above, for a version whose shape is known. */
  up<S extends Schema, Older extends Schema>(
    schema: S,
    value: OutputOf<Older>,
    version: string,
    shape: Older,
  ): OutputOf<S>;
}

/** Marks what `defineVersions` returns. */
export const versionsBrand = Symbol.for('svckit.versions');

export function isVersions(value: unknown): value is Versions {
  return typeof value === 'object' && value !== null && versionsBrand in value;
}

import type { $ZodType } from 'zod/v4/core';
import type { Change } from './change.js';
import type { Reshape } from './reshape.js';

/** Answers go down to the older version, requests go up to the newer one. */
export type Direction = 'down' | 'up';

/** How values are converted; `direct` is the way up of values whose every parse gives the same, where nobody asks what was parsed. */
export type Course = Direction | 'direct';

/** Converts a value one version down or up. On the way up, `isParsed` says that the requested version's schema returned the value. */
export type Conversion = (value: unknown, isParsed?: boolean) => unknown;

/** A reshape, and the change that declares it. */
export interface DeclaredReshape {
  readonly reshape: Reshape;
  readonly change: Change;
  /** The reshape as the change declares it; another one where it names a frozen constant, which stands for a schema of the API. */
  readonly declared: Reshape;
}

/** The way between two neighbouring versions: the older form of each schema, and how values are converted both ways. */
export interface Hop {
  /** The newer of the two versions, whose changes these are; of a preview, `preview` and its name. */
  readonly version: string;
  /** The preview that the hop takes away; null for a hop between versions. */
  readonly preview: string | null;
  readonly previous: string;
  readonly changes: readonly Change[];
  /** What the changes say about schemas. */
  readonly reshapes: readonly DeclaredReshape[];
  /** The hops to newer versions, the newest first. */
  readonly newer: readonly Hop[];
  /** The hops to older versions, the newest first. */
  readonly earlier: readonly Hop[];
  /** The reshape that names a schema, or what the schema is a copy of. */
  find(schema: $ZodType): DeclaredReshape | undefined;
  /** Whether a reshaped schema is somewhere in this one. */
  touches(schema: $ZodType): boolean;
  /** Every reshape anywhere in a schema, or in its older form. */
  reshapesIn(schema: $ZodType): readonly DeclaredReshape[];
  /**
   * A schema that a change of this version names as the older shape: what it contains is shown as it was in this
   * version, not in the newest.
   */
  asNamed<S extends $ZodType>(schema: S): S;
  /** As `asNamed`, for reading a request: with defaults, which the change's own `up` gets, and without what runs on the newest shape. */
  asNamedBare<S extends $ZodType>(schema: S): S;
  /** The schema in the version before: the same object where nothing in it changed. */
  older(schema: $ZodType): $ZodType;
  /**
   * As `older`, for reading a request: what surrounds a reshaped schema (refinements, transforms, defaults) is left
   * out, because it runs once, on the newest shape.
   */
  olderBare(schema: $ZodType): $ZodType;
  /** As `olderBare`, with defaults. */
  olderFilled(schema: $ZodType): $ZodType;
  /** Converts a value of a schema (in the newer version) down, or one of its older shape up; null when nothing changes. */
  conversion(schema: $ZodType, course: Course): Conversion | null;
}

/** `version 2`, `the preview tags-2026-11`. */
export const hopInWords = ({ version, preview }: Pick<Hop, 'version' | 'preview'>): string =>
  preview === null ? `version ${version}` : `the preview ${preview}`;

/** `version 1`, `the API without the preview tags-2026-11`: the older side of a hop. */
export const olderSideInWords = ({ previous, preview }: Pick<Hop, 'previous' | 'preview'>): string =>
  preview === null ? `version ${previous}` : `the API without the preview ${preview}`;

/** `Version 2`, `The preview tags-2026-11`: `hopInWords` at the start of a sentence. */
export const hopAsTitle = ({ version, preview }: Pick<Hop, 'version' | 'preview'>): string =>
  preview === null ? `Version ${version}` : `The preview ${preview}`;

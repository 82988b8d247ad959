import { type $ZodType, safeParse } from 'zod/v4/core';
import { blameChanges } from '../changes/change-error.js';
import { isDirect } from '../changes/direct-way.js';
import type { Conversion, Hop } from '../changes/hop.js';
import { lastWordOf } from '../changes/last-word.js';
import { type Issue, olderPathOf, Refusal } from '../changes/refusal.js';
import { bareThrough, lower, loweringThrough, raise, raisingThrough } from '../changes/through-hops.js';
import { encode, strippingSurplus } from './encode.js';
import { mismatchOf } from './shape-errors.js';

/** One shape in which values are stored: how they are read from it and written to it. */
export interface StoredShape {
  /** Throws a ShapeMismatch. */
  readonly read: (value: unknown) => unknown;
  /** Throws a ShapeMismatch for a value that `read` would not take. */
  readonly write: (value: unknown) => unknown;
}

/** What the messages of a shape name. */
export interface ShapeNames {
  readonly subject: string;
  /** The version of the shape. */
  readonly version: string;
  /** What is read. */
  readonly live: string;
}

/** `hops` lead from the live schema to the shape, the newest first. */
export function storedShape(live: $ZodType, hops: readonly Hop[], names: ShapeNames): StoredShape {
  const { subject, version } = names;
  const bare = bareThrough(live, hops);
  const lowering = loweringThrough(live, hops);
  const stored = strippingSurplus(bare);
  const write = (value: unknown) => encode(stored, lower(lowering, value), subject, version);
  if (bare === live)
    return {
      read: (value) => {
        const result = safeParse(live, value);
        if (result.success) return result.data;
        throw mismatchOf(subject, version, result.error.issues as never, pathOf);
      },
      write,
    };
  const read = readingFully(live, hops, names);
  return { read: isDirect(live, hops) ? readingDirectly(live, hops, read) : read, write };
}

const pathOf = ({ path = [] }: Issue) => path;

/** As a request of that version is read. */
function readingFully(live: $ZodType, hops: readonly Hop[], { subject, version, live: newest }: ShapeNames) {
  const bare = bareThrough(live, hops);
  const raising = raisingThrough(live, hops);
  const word = lastWordOf(live, hops);
  return (value: unknown): unknown => {
    const stored = safeParse(bare, value);
    if (!stored.success) throw mismatchOf(subject, version, stored.error.issues as never, pathOf);
    const result = safeParse(word, raiseOrRefuse(raising, stored.data, subject, version));
    if (result.success) return result.data;
    const issues = result.error.issues as unknown as readonly Issue[];
    blameChanges(issues);
    throw mismatchOf(subject, newest, issues, pathOf);
  };
}

function raiseOrRefuse(raising: readonly Conversion[], value: unknown, subject: string, version: string): unknown {
  try {
    return raise(raising, value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw mismatchOf(subject, version, error.issues, (issue) => [...error.path, ...olderPathOf(issue)], {
      cause: error,
    });
  }
}

/** The same in less time where it can be; what does not pass is read again, to say what is wrong with it. */
function readingDirectly(live: $ZodType, hops: readonly Hop[], readFully: (value: unknown) => unknown) {
  const bare = bareThrough(live, hops);
  const raising = raisingThrough(live, hops, 'direct');
  return (value: unknown): unknown => {
    const stored = safeParse(bare, value);
    if (!stored.success) return readFully(value);
    let raised: unknown = stored.data;
    try {
      for (const convert of raising) raised = convert(raised);
    } catch {
      return readFully(value);
    }
    const result = safeParse(live, raised);
    return result.success ? result.data : readFully(value);
  };
}

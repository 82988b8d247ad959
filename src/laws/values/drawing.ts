import { type $ZodType, safeParse } from 'zod/v4/core';
import { definitionOf } from '../../schema/zod-tree.js';
import type { Values } from './values.js';

/** Which values of a schema are drawn. */
export interface Drawing {
  /** Texts and numbers that matter to the code that takes the values. */
  readonly words: readonly string[];
  /** Bounds, and what conversions often get wrong, are covered as well; null without them. */
  readonly bounds: { readonly today: Date } | null;
  /** Parsed values, or what the schema takes: members with a default may be missing. */
  readonly side: 'output' | 'input';
}

/** How a kind reads the schemas inside it; null for one without a value. */
export interface DrawingContext extends Drawing {
  /** `tags[].label` */
  readonly place: string;
  readonly of: (child: $ZodType, step?: string) => Values | null;
}

export type ReadKind = (schema: $ZodType, reading: DrawingContext) => Values | null;

/** A member of a schema's definition. */
export const part = <T = $ZodType>(schema: $ZodType, name: string): T =>
  (definitionOf(schema) as unknown as Readonly<Record<string, T>>)[name]!;

/** What a schema returns for a value; null when it refuses. An asynchronous refinement cannot run here, and counts as passed. */
export function parsed(schema: $ZodType, value: unknown): { readonly value: unknown } | null {
  try {
    const { success, data } = safeParse(schema, value);
    return success ? { value: data } : null;
  } catch {
    return { value };
  }
}

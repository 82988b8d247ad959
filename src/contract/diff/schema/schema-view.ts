import type { Json, JsonObject } from '../../../json/json.js';
import { isAnnotation } from './unwrap-alternatives.js';

/** A schema as the rules read it: references followed, allOf merged, OpenAPI 3.0 spellings turned into those of 3.1. */
export interface SchemaView {
  /** The keywords after normalisation; `type`, `nullable` and `$ref` are gone from here. */
  readonly keywords: JsonObject;
  /** Sorted type names without null; empty means any type. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly properties: JsonObject;
  readonly required: ReadonlySet<string>;
  /** The allOf members as written, before they were merged. */
  readonly allOf: readonly Json[];
}

/** The keywords that decide about values, without those that only explain. */
export function constraintsOf({ keywords }: SchemaView): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([keyword]) => !isAnnotation(keyword)));
}

import type { SchemaChangeName } from '../checks.js';
import type { LifecyclePolicy } from '../lifecycle/compare-lifecycles.js';
import type { MatchedAlternatives } from './match-alternatives.js';
import type { SchemaReader } from './read-schema.js';
import { nameChange, type SchemaPlace, type SchemaStep } from './schema-place.js';
import type { SharedProperty } from './shared-properties.js';
import type { SchemaView } from './schema-view.js';

/** Two schemas that stand for each other, with what rules need to look further. */
export interface SchemaPair {
  readonly base: SchemaView;
  readonly revision: SchemaView;
  readonly baseSchemas: SchemaReader;
  readonly revisionSchemas: SchemaReader;
  /** The properties of both that may differ. */
  readonly properties: readonly SharedProperty[];
  readonly oneOf: MatchedAlternatives;
  readonly anyOf: MatchedAlternatives;
  readonly policy: LifecyclePolicy;
}

/** A difference between two schemas, not yet told where they are used. */
export interface SchemaChange {
  /** Candidates for its id at a place; none of them a check means that there is nothing to say there. */
  readonly ids: (place: SchemaPlace) => readonly string[];
  /** JSON pointer tokens from the schema. */
  readonly tokens: readonly string[];
  readonly text: string;
  /** Set when the change is about something inside the schema. */
  readonly step?: SchemaStep;
}

/** One rule or family of rules over a pair of schemas. */
export interface SchemaRule {
  readonly name: string;
  readonly compare: (pair: SchemaPair) => readonly SchemaChange[];
}

/** The usual change: its id is the name of the place followed by the name of the change. */
export function change(name: SchemaChangeName, text: string, ...tokens: readonly string[]): SchemaChange {
  return { ids: (place) => nameChange(place, name), tokens, text };
}

/** A value as messages show it, shortened where it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export const noChanges: readonly SchemaChange[] = Object.freeze([]);

import type { Json } from '../../json/json.js';
import type { Keyword } from '../../jsonschema/keywords.js';
import type { Level } from '../../report/level.js';
import type { LifecyclePolicy } from '../lifecycle/judge-lifecycle.js';
import type { MatchedAlternatives } from './match-alternatives.js';
import type { SchemaReader, SchemaView } from '../../jsonschema/read-schemas.js';
import type { SchemaPlace, SchemaPlaceName, SchemaStep } from './schema-place.js';
import type { SharedProperty } from './shared-properties.js';

/** Two schemas that stand for each other, with what a comparison needs to look further. */
export interface SchemaPair {
  readonly base: SchemaView;
  readonly revision: SchemaView;
  readonly baseSchemas: SchemaReader;
  readonly revisionSchemas: SchemaReader;
  /** The properties of both that may differ. */
  readonly properties: readonly SharedProperty[];
  readonly oneOf: MatchedAlternatives;
  readonly anyOf: MatchedAlternatives;
  /** Whether both are written alike, annotations and references aside. */
  readonly areAlike: () => boolean;
  readonly policy: LifecyclePolicy;
}

/** A difference between two schemas, wherever they are used. */
export interface SchemaChange<Id extends string> {
  /** The check at a place; null where nothing is reported. */
  readonly idAt: (place: SchemaPlace) => Id | null;
  /** JSON pointer tokens from the schema. */
  readonly tokens: readonly string[];
  readonly text: string;
  /** It does not concern values, unlike other changes of its family. */
  readonly isNote?: boolean;
  /** It is about the name of a component, and is reported even if the values stay the same. */
  readonly isName?: boolean;
  /** It is about something that only the base has, so its place is in the base. */
  readonly isInBase?: boolean;
  /** The values that it is about, where it is about a few. */
  readonly values?: readonly Json[];
  /** The keywords that it is about, where the first token does not say. */
  readonly keywords?: readonly Keyword[];
  /** The side that alone has the member of a list that it is about. */
  readonly saidBy?: 'base' | 'revision';
  /** The alternative that one side alone has: it is about values of that alternative. */
  readonly alternative?: { readonly side: 'base' | 'revision'; readonly node: Json };
  /** The whole schema moved into an alternative or out of one, so it is about all keywords. */
  readonly isMove?: boolean;
  /** It summarises other changes, so that only those report values that are hardly ever sent. */
  readonly isJoint?: boolean;
  /** Set when the change is about something inside the schema. */
  readonly step?: SchemaStep;
}

/** Properties that the other side never sees, and those of a header, may have checks of their own. */
const specialPlaces = {
  request: 'request-read-only-property',
  response: 'response-write-only-property',
  header: 'request-header-property',
} as const;

type SpecialPlaceName = (typeof specialPlaces)[keyof typeof specialPlaces];
type PropertyPlaceName = Extract<SchemaPlaceName, `${string}-property`>;

/** A check at one place. */
export interface Cell<Id extends string = string> {
  readonly id: Id;
  readonly level: Level;
}

/** One change of a schema and its checks by place; null where the change is not reported. */
export interface PlacedChecks<Id extends string = string> {
  readonly kind: string;
  readonly action: string;
  readonly cells: Readonly<Partial<Record<SchemaPlaceName | SpecialPlaceName, Cell<Id> | null>>>;
}

type Cells<Place extends string, Id extends string> = Readonly<
  Record<Place, Cell<Id> | null> & Partial<Record<SpecialPlaceName, Cell<Id>>>
>;

/** What the changes of a family mean. */
export type Effect = 'values' | 'members' | 'whole';

/** A family of checks over a pair of schemas: one file with their ids and levels, and the comparison that finds them. */
export interface SchemaFamily<Id extends string, Name extends string = string> {
  readonly name: Name;
  /**
   * What its changes mean: what they do to `values`, that and what they say of `members`, what no keyword of the `whole`
   * schema shows, or something of their own. What they do to values decides the level of a finding.
   */
  readonly effect?: Effect;
  readonly checks: readonly Readonly<Record<string, PlacedChecks<Id>>>[];
  readonly compare: (pair: SchemaPair) => readonly SchemaChange<NoInfer<Id>>[];
}

/** Declares a family over schemas; its comparison can name no id but its own. */
export function schemaFamily<Id extends string, const Name extends string>(family: SchemaFamily<Id, Name>) {
  return Object.freeze(family);
}

export const error = <Id extends string>(id: Id): Cell<Id> => Object.freeze({ id, level: 'error' });
export const warning = <Id extends string>(id: Id): Cell<Id> => Object.freeze({ id, level: 'warning' });
export const info = <Id extends string>(id: Id): Cell<Id> => Object.freeze({ id, level: 'info' });

/** The checks of a change that any schema may have: one cell for every place. */
export function schemaChecks<Id extends string>(
  kind: string,
  action: string,
  cells: Cells<SchemaPlaceName, Id>,
): PlacedChecks<Id> {
  return Object.freeze({ kind, action, cells: Object.freeze(cells) });
}

/** The checks of a change that only properties have: one cell for every place inside a schema. */
export function propertyChecks<Id extends string>(
  kind: string,
  action: string,
  cells: Cells<PropertyPlaceName, Id>,
): PlacedChecks<Id> {
  return Object.freeze({ kind, action, cells: Object.freeze(cells) });
}

/** The check that a change has at a place; properties inside a response header have none. */
export function idAt<Id extends string>(checks: PlacedChecks<Id>, place: SchemaPlace): Id | null {
  const { name, direction, hidden, carrier } = place;
  if (name === 'response-header-property') return null;
  const special = [
    ...(name === 'request-parameter-property' && carrier === 'header' ? [specialPlaces.header] : []),
    ...(hidden && name.endsWith('-property') ? [specialPlaces[direction]] : []),
  ].find((other) => checks.cells[other]);
  return checks.cells[special ?? name]?.id ?? null;
}

/** A change whose check depends on nothing but the place. */
export function change<Id extends string>(
  checks: PlacedChecks<Id>,
  text: string,
  ...tokens: readonly string[]
): SchemaChange<Id> {
  return { idAt: (place) => idAt(checks, place), tokens, text };
}

/** A change with one of the checks of a table. */
export type ChangeOf<Table> = SchemaChange<Table[keyof Table] extends PlacedChecks<infer Id> ? Id : never>;

export const noChanges: readonly never[] = Object.freeze([]);

import { numberAt } from '../../json/json.js';
import type { SchemaView } from '../../jsonschema/read-schemas.js';
import { change, noChanges, type PlacedChecks, type SchemaChange, type SchemaPair } from './schema-family.js';

/** The checks of one bound. */
export interface BoundChecks<Id extends string> {
  readonly set: PlacedChecks<Id>;
  readonly unset: PlacedChecks<Id>;
  readonly increased: PlacedChecks<Id>;
  readonly decreased: PlacedChecks<Id>;
}

/** A bound: its keyword, its name in messages, and the number that an absent one equals, if any. */
export interface Bound {
  readonly keyword: string;
  readonly words: string;
  readonly absent?: number;
}

/** Compares one bound of two schemas; either side may lack it. */
export function compareBound<Id extends string>(
  { base, revision }: SchemaPair,
  { keyword, words, absent }: Bound,
  checks: BoundChecks<Id>,
): readonly SchemaChange<Id>[] {
  if (base.keywords[keyword] === revision.keywords[keyword]) return noChanges;
  const read = ({ keywords }: SchemaView) => {
    const bound = numberAt(keywords[keyword]);
    return bound === absent ? null : bound;
  };
  const [from, to] = [read(base), read(revision)];
  if (from === to) return noChanges;
  if (from === null) return [change(checks.set, `${words} was set to ${to}`, keyword)];
  if (to === null) return [change(checks.unset, `${words} of ${from} was removed`, keyword)];
  return [
    to > from
      ? change(checks.increased, `${words} increased from ${from} to ${to}`, keyword)
      : change(checks.decreased, `${words} decreased from ${from} to ${to}`, keyword),
  ];
}

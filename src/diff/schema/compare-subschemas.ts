import { objectAt, type Json } from '../../json/json.js';
import { change, noChanges, type PlacedChecks, type SchemaChange, type SchemaPair } from './schema-family.js';

interface PresenceChecks<Id extends string> {
  readonly added: PlacedChecks<Id>;
  readonly removed: PlacedChecks<Id>;
}

/** Compares whether a keyword requires something more of a value; two schemas under it are compared as schemas. */
export function compareSubschema<Id extends string>(
  { base, revision }: SchemaPair,
  keyword: string,
  checks: PresenceChecks<Id>,
): readonly SchemaChange<Id>[] {
  const [had, has] = [restricts(base.keywords[keyword]), restricts(revision.keywords[keyword])];
  if (had === has) return noChanges;
  return [
    has
      ? change(checks.added, `now has the keyword "${keyword}"`, keyword)
      : change(checks.removed, `no longer has the keyword "${keyword}"`, keyword),
  ];
}

/** Whether a schema excludes any value; an absent schema and `true` allow everything. */
export function restricts(schema: Json | undefined): boolean {
  return schema !== undefined && schema !== true;
}

/** Compares the keys of a keyword that holds a schema under each. */
export function compareKeys<Id extends string>(
  { base, revision }: SchemaPair,
  keyword: string,
  checks: PresenceChecks<Id>,
  describe: (key: string) => string,
): readonly SchemaChange<Id>[] {
  const [from, to] = [objectAt(base.keywords[keyword]), objectAt(revision.keywords[keyword])];
  const removed = Object.keys(from).filter((key) => to[key] === undefined);
  const added = Object.keys(to).filter((key) => from[key] === undefined);
  return [
    ...removed.map((key) => change(checks.removed, `no longer has ${describe(key)}`, keyword, key)),
    ...added.map((key) => change(checks.added, `now has ${describe(key)}`, keyword, key)),
  ];
}

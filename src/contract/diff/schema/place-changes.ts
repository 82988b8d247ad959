import type { Level } from '../../../report/level.js';
import type { CheckId } from '../checks.js';
import type { ComparedPair } from './compare-schemas.js';
import { describePlace, enter, pickCheck, type SchemaPlace } from './schema-place.js';
import { changeVisitor, type Visit } from './visit-changes.js';

/** A change of a schema at the place where it is used. */
export interface PlacedChange {
  readonly id: CheckId;
  readonly tokens: readonly string[];
  readonly message: string;
  readonly rule: string;
  /** Set when the place makes the change harmless. */
  readonly cappedLevel: Level | null;
}

/** Tells the changes of a compared pair for one place of use. */
export type PlaceChanges = (
  root: ComparedPair,
  place: SchemaPlace,
  tokens: readonly string[],
) => readonly PlacedChange[];

/** Places the changes of one comparison. */
export function changePlacer(): PlaceChanges {
  const visitChanges = changeVisitor();
  return (root, place, tokens) => {
    if (!root.affected) return [];
    const isNews = rememberPlaces();
    return visitChanges(root, place).flatMap((visit) => {
      const here = enter(
        place,
        visit.way.map(({ step }) => step),
      );
      return isNews(visit.pair, here) ? tellChanges(visit, here, tokens) : [];
    });
  };
}

/** Several alternatives may lead to one schema, and their clients know one place of it. */
function rememberPlaces(): (pair: ComparedPair, place: SchemaPlace) => boolean {
  const told = new Map<ComparedPair, Set<string>>();
  return (pair, { name, trail, hidden }) => {
    const places = told.get(pair) ?? new Set<string>();
    told.set(pair, places);
    const key = `${name} ${hidden} ${trail}`;
    const isNew = !places.has(key);
    places.add(key);
    return isNew;
  };
}

function tellChanges({ pair, way }: Visit, place: SchemaPlace, rootTokens: readonly string[]): readonly PlacedChange[] {
  const tokens = [...rootTokens, ...way.flatMap((child) => child.tokens)];
  return pair.changes.flatMap(({ rule, change }) => {
    const here = change.step ? enter(place, [change.step]) : place;
    const id = pickCheck(change.ids(here));
    if (!id) return [];
    return [
      {
        id,
        rule,
        tokens: [...tokens, ...change.tokens],
        message: `${describePlace(here)}: ${change.text}${here.hidden ? reasons[here.direction] : ''}`,
        cappedLevel: here.hidden ? ('info' as const) : null,
      },
    ];
  });
}

const reasons = {
  request: ' (read-only: clients do not send it)',
  response: ' (write-only: clients do not receive it)',
} as const;

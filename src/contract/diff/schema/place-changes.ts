import type { FamilyName } from '../checks.js';
import type { Draft } from '../family.js';
import type { ComparedPair } from './compare-schemas.js';
import { describePlace, enter, type SchemaPlace } from './schema-place.js';
import { changeVisitor, type Visit } from './visit-changes.js';

/** A change of a schema at the place where it is used; its level is capped where the place makes it harmless. */
export interface PlacedChange extends Draft {
  readonly family: FamilyName;
}

/** Places the changes of a compared pair at one place of use. */
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
    const isNew = rememberPlaces();
    return visitChanges(root, place).flatMap((visit) => {
      const here = enter(
        place,
        visit.way.map(({ step }) => step),
      );
      return isNew(visit.pair, here) ? placeVisit(visit, here, tokens) : [];
    });
  };
}

/** Several alternatives may lead to the same schema at the same place. */
function rememberPlaces(): (pair: ComparedPair, place: SchemaPlace) => boolean {
  const seen = new Map<ComparedPair, Set<string>>();
  return (pair, { name, trail, hidden }) => {
    const places = seen.get(pair) ?? new Set<string>();
    seen.set(pair, places);
    const key = `${name} ${hidden} ${trail}`;
    const isNew = !places.has(key);
    places.add(key);
    return isNew;
  };
}

function placeVisit({ pair, way }: Visit, place: SchemaPlace, rootTokens: readonly string[]): readonly PlacedChange[] {
  const tokens = [...rootTokens, ...way.flatMap((child) => child.tokens)];
  return pair.changes.flatMap(({ family, change }) => {
    const here = change.step ? enter(place, [change.step]) : place;
    const id = change.idAt(here);
    if (id === null) return [];
    return [
      {
        id,
        family,
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

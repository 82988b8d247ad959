import type { Level } from '../../../report/level.js';
import { acceptedValues, acceptedValuesChecks } from '../checks/schema/accepted-values.js';
import type { FamilyName } from '../checks.js';
import type { schemaFamilies } from '../families.js';
import type { Draft } from '../family.js';
import { partsOf } from './changed-part.js';
import type { ComparedPair, SeenChange } from './compare-schemas.js';
import type { ValueJudge, ValueVerdict } from './judge-values.js';
import { idAt } from './schema-family.js';
import { describePlace, enter, type SchemaPlace } from './schema-place.js';
import { changeVisitor, type Visit } from './visit-changes.js';

/** A change of a schema at the place where it is used, with the level that its effect has there. */
export interface PlacedChange extends Draft {
  readonly family: FamilyName;
}

/** Places the changes of a compared pair at one place of use. */
export type PlaceChanges = (
  root: ComparedPair,
  place: SchemaPlace,
  tokens: readonly string[],
) => readonly PlacedChange[];

/** Places the changes of one comparison; what they do to the values of a schema decides their levels. */
export function changePlacer(judge: ValueJudge, families: readonly (typeof schemaFamilies)[number][]): PlaceChanges {
  const visitChanges = changeVisitor();
  const effects = new Map(families.map(({ name, effect }) => [name as FamilyName, effect ?? null]));
  const isWhole = effects.has(acceptedValues.name);

  const placeVisit = (root: ComparedPair, { pair, way }: Visit, here: SchemaPlace, rootTokens: readonly string[]) => {
    const tokens = [...rootTokens, ...way.flatMap((child) => child.tokens)];
    return pair.changes.flatMap((seen) => {
      const inside = seen.change.step ? enter(here, [seen.change.step]) : here;
      const id = seen.change.idAt(inside);
      if (id === null) return [];
      const effect = seen.change.isNote ? null : (effects.get(seen.family) ?? null);
      const judged = effect !== null && !inside.hidden;
      const verdict = judged ? judge.judge(root, way, here, partsOf(seen.change)) : null;
      return placeJudged(
        { id, family: seen.family, tokens: [...tokens, ...seen.change.tokens] },
        seen,
        inside,
        effect,
        verdict,
      );
    });
  };

  return (root, place, tokens) => {
    const isNew = rememberPlaces();
    const visits = root.affected ? visitChanges(root, place) : [];
    const found = visits.flatMap((visit) => {
      const here = enter(
        place,
        visit.way.map(({ step }) => step),
      );
      return isNew(visit.pair, here) ? placeVisit(root, visit, here, tokens) : [];
    });
    const isTold = found.some(({ level, isUncertain }) => level === 'error' || isUncertain);
    return isTold || !isWhole || place.hidden ? found : [...found, ...placeWhole(judge, root, place, tokens, found)];
  };
}

/** What clients no longer see of members is a finding however small its effect on values is. */
function placeJudged(
  draft: Pick<PlacedChange, 'id' | 'family' | 'tokens'>,
  { change }: SeenChange,
  place: SchemaPlace,
  effect: 'values' | 'members' | null,
  verdict: ValueVerdict | null,
): readonly PlacedChange[] {
  const message = `${describePlace(place)}: ${change.text}`;
  if (place.hidden) return [{ ...draft, message: `${message}${reasons[place.direction]}`, cappedLevel: 'info' }];
  if (verdict === null) return [{ ...draft, message }];
  if (verdict.kind === 'refused') return [{ ...draft, message, level: 'error', witness: verdict.witness }];
  if (verdict.kind === 'unusual') return [{ ...draft, message, rareWitness: verdict.witness }];
  if (effect === 'members') return [{ ...draft, message }];
  if (verdict.kind === 'equal') return [];
  if (verdict.kind === 'harmless') return [{ ...draft, message, level: 'info' }];
  return [{ ...draft, message: `${message}; ${doubts[place.direction]}`, isUncertain: true }];
}

/** Where no keyword shows that a schema accepts less or allows more, its values may. */
function placeWhole(
  judge: ValueJudge,
  root: ComparedPair,
  place: SchemaPlace,
  tokens: readonly string[],
  found: readonly PlacedChange[],
): readonly PlacedChange[] {
  const verdict = judge.judgeWhole(root, place);
  const id = idAt(acceptedValuesChecks, place);
  if (id === null || verdict.kind === 'equal' || verdict.kind === 'harmless') return [];
  const draft = { id, family: acceptedValues.name, tokens };
  if (verdict.kind === 'refused')
    return [
      {
        ...draft,
        message: `${describePlace(place)}: ${facts[place.direction]}`,
        level: 'error',
        witness: verdict.witness,
      },
    ];
  if (found.length > 0) return [];
  return [
    {
      ...draft,
      message: `${describePlace(place)}: ${doubts[place.direction]}`,
      level: 'warning' satisfies Level,
      isUncertain: true,
    },
  ];
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

const reasons = {
  request: ' (read-only: clients do not send it)',
  response: ' (write-only: clients do not receive it)',
} as const;

const facts = {
  request: 'refuses values that were accepted',
  response: 'may hold values that it could not hold before',
} as const;

const doubts = {
  request: 'possibly refuses values that were accepted',
  response: 'possibly holds values that it could not hold before',
} as const;

import { acceptedValues } from '../checks/schema/accepted-values.js';
import type { FamilyName } from '../checks.js';
import type { schemaFamilies } from '../families.js';
import type { Draft } from '../family.js';
import { partsOf } from './changed-part.js';
import type { ComparedPair } from './compare-schemas.js';
import type { ValueJudge, ValueVerdict } from './judge-values.js';
import type { Effect } from './schema-family.js';
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
  const effects = new Map<FamilyName, Effect | null>(families.map(({ name, effect }) => [name, effect ?? null]));

  const placeVisit = (root: ComparedPair, { pair, way }: Visit, here: SchemaPlace, rootTokens: readonly string[]) => {
    const tokens = [...rootTokens, ...way.flatMap((child) => child.tokens)];
    return pair.changes.flatMap(({ family, change }) => {
      const inside = change.step ? enter(here, [change.step]) : here;
      const id = change.idAt(inside);
      if (id === null) return [];
      const effect = change.isNote ? null : (effects.get(family) ?? null);
      const draft = { id, family, tokens: [...tokens, ...change.tokens] };
      const message = `${describePlace(inside)}: ${change.text}`;
      if (inside.hidden) return effect === 'whole' ? [] : [hide({ ...draft, message }, inside)];
      if (effect === null) return [{ ...draft, message }];
      const verdict = judge.judge(root, way, here, effect === 'whole' ? [undefined] : partsOf(change));
      return effect === 'whole'
        ? placeWhole({ ...draft, message: describePlace(inside) }, verdict, inside)
        : placeJudged({ ...draft, message }, verdict, inside, effect);
    });
  };

  return (root, place, tokens) => {
    if (!root.affected) return [];
    const isNew = rememberPlaces();
    const found = visitChanges(root, place).flatMap((visit) => {
      const here = enter(
        place,
        visit.way.map(({ step }) => step),
      );
      return isNew(visit.pair, here) ? placeVisit(root, visit, here, tokens) : [];
    });
    return withoutTold(found);
  };
}

function hide(draft: PlacedChange, { direction }: SchemaPlace): PlacedChange {
  return { ...draft, message: `${draft.message}${reasons[direction]}`, cappedLevel: 'info' };
}

/** What clients no longer see of members is a finding however small its effect on values is. */
function placeJudged(
  draft: PlacedChange,
  verdict: ValueVerdict,
  { direction }: SchemaPlace,
  effect: 'values' | 'members',
): readonly PlacedChange[] {
  if (verdict.kind === 'refused') return [{ ...draft, level: 'error', witness: verdict.witness }];
  if (verdict.kind === 'unusual') return [{ ...draft, rareWitness: verdict.witness }];
  if (effect === 'members') return [draft];
  if (verdict.kind === 'equal') return [];
  if (verdict.kind === 'harmless') return [{ ...draft, level: 'info' }];
  return [{ ...draft, message: `${draft.message}; ${doubts[direction]}`, isUncertain: true }];
}

/** Where no keyword shows that a schema accepts less or allows more, its values may. */
function placeWhole(draft: PlacedChange, verdict: ValueVerdict, { direction }: SchemaPlace): readonly PlacedChange[] {
  if (verdict.kind === 'refused')
    return [{ ...draft, message: `${draft.message}: ${facts[direction]}`, level: 'error', witness: verdict.witness }];
  if (verdict.kind !== 'unknown') return [];
  return [{ ...draft, message: `${draft.message}: ${doubts[direction]}`, level: 'warning', isUncertain: true }];
}

/** Whole schemas are told only where nothing in them tells what breaks; a doubt only where nothing is told at all. */
function withoutTold(found: readonly PlacedChange[]): readonly PlacedChange[] {
  const own = found.filter(({ family }) => family !== acceptedValues.name);
  if (own.length === found.length) return found;
  const told: PlacedChange[] = [...own];
  const wholes = found.filter(({ family }) => family === acceptedValues.name);
  for (const whole of wholes.toSorted((left, right) => right.tokens.length - left.tokens.length)) {
    const isTold = told.some(
      (one) => isWithin(one.tokens, whole.tokens) && (whole.isUncertain || one.level === 'error' || one.isUncertain),
    );
    if (!isTold) told.push(whole);
  }
  return told;
}

function isWithin(tokens: readonly string[], outer: readonly string[]): boolean {
  return outer.every((token, index) => tokens[index] === token);
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

import { objectAt, type JsonObject } from '../../json/json.js';
import { pointerTo } from '../../json/pointer.js';
import { acceptedValues } from '../checks/schema/accepted-values.js';
import type { CheckId, FamilyName } from '../checks/checks.js';
import type { schemaFamilies } from '../families.js';
import type { Draft } from '../family.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { partsOf } from './changed-part.js';
import type { ComparedPair } from './compare-schemas.js';
import type { Scope, ValueJudge, ValueVerdict } from './judge-values.js';
import type { Effect } from './schema-family.js';
import { describePlace, enter, type SchemaPlace } from './schema-place.js';
import { changeVisitor, type AddStep, type Visit } from './visit-changes.js';

/** A change of a schema at the place where it is used, with the level that its effect has there. */
export interface PlacedChange extends Draft<CheckId> {
  readonly family: FamilyName;
  readonly under: string;
}

/** Places the changes of a compared pair at one place of use. */
export type PlaceChanges = (
  root: ComparedPair,
  place: SchemaPlace,
  tokens: readonly string[],
) => readonly PlacedChange[];

/** A way from the schema of a use to one inside it. */
interface Way {
  readonly place: SchemaPlace;
  /** The JSON pointer of the schema at its end. */
  readonly under: string;
  readonly steps: number;
  readonly scopes: Scope;
}

/** The most steps that are spelled out; whatever is deeper starts at the component that it is in. */
const maximumSteps = 32;

function stepTaker(components: ReadonlyMap<JsonObject, string>): AddStep<Way> {
  return ({ place, under, steps, scopes }, { tokens, step, pair }) => {
    const component = steps < maximumSteps ? undefined : components.get(pair.revision);
    const next = enter(place, step);
    return {
      place: component === undefined ? next : { ...next, trail: `… ${component}` },
      under: component === undefined ? `${under}${pointerTo(tokens)}` : pointerTo(['components', 'schemas', component]),
      steps: component === undefined ? steps + 1 : 0,
      scopes: {
        owner: step.inside ? pair : scopes.owner,
        inner: pair,
        outer: scopes.inner.isPlain ? scopes.outer : scopes,
      },
    };
  };
}

/** The components of a document by the schema that each name stands for. */
function nameComponents({ root, resolve }: OpenDocument): ReadonlyMap<JsonObject, string> {
  const schemas = objectAt(objectAt(root['components'])['schemas']);
  return new Map(Object.keys(schemas).map((name) => [resolve(schemas[name]), name]));
}

/** Places the changes of one comparison; what they do to the values of a schema decides their levels. */
export function changePlacer(
  revision: OpenDocument,
  judge: ValueJudge,
  families: readonly (typeof schemaFamilies)[number][],
): PlaceChanges {
  const visitChanges = changeVisitor(stepTaker(nameComponents(revision)));
  const effects = new Map<FamilyName, Effect | null>(families.map(({ name, effect }) => [name, effect ?? null]));

  const placeVisit = ({ pair, sum: { place: here, under, scopes } }: Visit<Way>) =>
    pair.changes.flatMap(({ family, change }) => {
      const inside = change.step ? enter(here, change.step) : here;
      const effect = change.isNote ? null : (effects.get(family) ?? null);
      const own = change.idAt(inside);
      const isInHeader = own === null && inside.name === 'response-header-property' && effect === 'values';
      const id = isInHeader ? 'response-header-allows-more' : own;
      if (id === null) return [];
      const draft = { id, family, under, tokens: change.tokens };
      const message = `${describePlace(inside)}: ${change.text}`;
      if (inside.hidden) return effect === 'whole' ? [] : [hide({ ...draft, message }, inside)];
      if (effect === null) return [{ ...draft, message }];
      const verdict = judge.judge(scopes, here, effect === 'whole' ? [undefined] : partsOf(change));
      const isMoved = verdict.kind === 'equal' && (verdict.isAbove || judge.bothName(scopes, change.tokens[1] ?? ''));
      if ((effect === 'members' && isMoved) || (isInHeader && verdict.kind !== 'refused')) return [];
      if (change.isName && verdict.kind === 'equal') return [{ ...draft, message, level: 'info' as const }];
      if (change.isJoint && verdict.kind === 'unusual') return [{ ...draft, message, level: 'info' as const }];
      return effect === 'whole'
        ? placeWhole({ ...draft, message: describePlace(inside) }, verdict, inside)
        : placeJudged({ ...draft, message }, verdict, inside, effect);
    });

  return (root, place, tokens) => {
    if (!root.affected) return [];
    const isNew = rememberPlaces();
    const start: Way = { place, under: pointerTo(tokens), steps: 0, scopes: { owner: root, inner: root, outer: null } };
    const found = visitChanges(root, place, start).flatMap((visit) =>
      isNew(visit.pair, visit.sum.place) ? placeVisit(visit) : [],
    );
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
  for (const whole of wholes.toSorted((left, right) => right.under.length - left.under.length)) {
    const isTold = told.some(
      (one) => isWithin(one, whole) && (whole.isUncertain || one.level === 'error' || one.isUncertain),
    );
    if (!isTold) told.push(whole);
  }
  return told;
}

function isWithin({ under }: PlacedChange, outer: PlacedChange): boolean {
  return under === outer.under || under.startsWith(`${outer.under}/`);
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

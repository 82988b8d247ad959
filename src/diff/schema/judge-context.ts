import type { Witness } from '../../jsonschema/containment/containment.js';
import type { Level } from '../../report/level.js';
import { acceptedValues } from '../checks/schema/accepted-values.js';
import type { CheckId, FamilyName } from '../checks/checks.js';
import type { schemaFamilies } from '../families.js';
import { partsOf } from './changed-part.js';
import type { ComparedChild, ComparedPair, SeenChange } from './compare-schemas.js';
import type { Scope, ValueJudge, ValueVerdict } from './judge-values.js';
import { numberObjects } from './number-objects.js';
import type { Effect } from './schema-family.js';
import { enter, type SchemaPlace } from './schema-place.js';

/** What decides the checks and levels of a pair's changes: the kind of its place, and the schemas around it. */
export interface Context {
  readonly pair: ComparedPair;
  /** Without words: neither an owner nor a trail. */
  readonly place: SchemaPlace;
  readonly scopes: Scope;
  /** The context behind each step. */
  next: Map<ComparedChild, Context> | null;
  judgements: readonly Judgement[] | null;
}

/** What a change means in a context, wherever that is. */
export interface Judgement {
  readonly seen: SeenChange;
  readonly id: CheckId;
  readonly family: FamilyName;
  /** The message behind the name of the place. */
  readonly text: string;
  readonly level?: Level;
  readonly cappedLevel?: Level;
  readonly witness?: Witness;
  readonly rareWitness?: Witness;
  readonly isUncertain?: boolean;
  readonly isByTheLetter?: boolean;
  /** Whether it is about a whole schema; it is reported only if nothing inside the schema is. */
  readonly isWhole: boolean;
}

/** The contexts of a comparison; equal ones are one, so that each is judged once. */
export interface Contexts {
  /** The context of a schema that an operation uses. */
  readonly start: (pair: ComparedPair, place: SchemaPlace) => Context;
  readonly enter: (context: Context, step: ComparedChild) => Context;
  /** What each change of a pair means there; nothing for one that means nothing. */
  readonly judge: (context: Context) => readonly Judgement[];
}

/** Opens the contexts of one comparison; what changes do to the values of a schema decides their levels. */
export function openContexts(judge: ValueJudge, families: readonly (typeof schemaFamilies)[number][]): Contexts {
  const effects = new Map<FamilyName, Effect | null>(families.map(({ name, effect }) => [name, effect ?? null]));
  const known = new Map<string, Context>();
  const numberOf = numberObjects<ComparedPair | Scope | null>();

  const remember = (pair: ComparedPair, place: SchemaPlace, scopes: Scope): Context => {
    const key = `${numberOf(pair)} ${numberOf(scopes.owner)} ${numberOf(scopes.outer)} ${kindOf(place)}`;
    return at(known, key, () => ({ pair, place: wordless(place), scopes, next: null, judgements: null }));
  };

  const judgeChange = ({ place: here, scopes }: Context, seen: SeenChange): readonly Judgement[] => {
    const { family, change } = seen;
    const inside = change.step ? enter(here, change.step) : here;
    const effect = change.isNote ? null : (effects.get(family) ?? null);
    const own = change.idAt(inside);
    const isInHeader = own === null && inside.name === 'response-header-property' && effect === 'values';
    const id = isInHeader ? 'response-header-allows-more' : own;
    if (id === null) return [];
    const judgement = { seen, id, family, text: change.text, isWhole: family === acceptedValues.name };
    if (inside.hidden) return effect === 'whole' ? [] : [hide(judgement, inside)];
    if (effect === null) return [judgement];
    const isNamed = effect === 'members' && judge.bothName(scopes, change.tokens[1] ?? '');
    const countsEqual = effect !== 'members' || isNamed || change.isName === true;
    const verdict = judge.judge(scopes, here, effect === 'whole' ? [undefined] : partsOf(change), countsEqual);
    const isMoved = verdict.kind === 'equal' && (verdict.isAbove || isNamed);
    if ((effect === 'members' && isMoved) || (isInHeader && verdict.kind !== 'refused')) return [];
    const isHarmless = (change.isName && verdict.kind === 'equal') || (change.isJoint && verdict.kind === 'unusual');
    if (isHarmless) return [{ ...judgement, level: 'info' }];
    return effect === 'whole' ? judgeWhole(judgement, verdict, inside) : judgePart(judgement, verdict, inside, effect);
  };

  return {
    start: (pair, place) => remember(pair, place, { owner: pair, inner: pair, outer: null }),
    enter: (context, child) => {
      const { place, scopes } = context;
      return at((context.next ??= new Map<ComparedChild, Context>()), child, () =>
        remember(child.pair, enter(place, child.step), {
          owner: child.step.inside ? child.pair : scopes.owner,
          inner: child.pair,
          outer: scopes.inner.isPlain ? scopes.outer : scopes,
        }),
      );
    },
    judge: (context) => (context.judgements ??= context.pair.changes.flatMap((seen) => judgeChange(context, seen))),
  };
}

const wordless = (place: SchemaPlace): SchemaPlace => ({ ...place, owner: '', trail: '' });

/** Equal for places that are the same without words. */
const kindOf = ({ name, hidden, carrier, textual, mandatory }: SchemaPlace): string =>
  `${name} ${carrier} ${hidden} ${textual} ${mandatory}`;

function at<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}

function hide(judgement: Judgement, { direction }: SchemaPlace): Judgement {
  return { ...judgement, text: `${judgement.text}${reasons[direction]}`, cappedLevel: 'info' };
}

/** A member that clients no longer see is a finding, even if no value breaks. */
function judgePart(
  judgement: Judgement,
  verdict: ValueVerdict,
  { direction }: SchemaPlace,
  effect: 'values' | 'members',
): readonly Judgement[] {
  if (verdict.kind === 'refused') return [{ ...judgement, ...broken(verdict) }];
  if (verdict.kind === 'unusual') return [{ ...judgement, rareWitness: verdict.witness }];
  if (effect === 'members') return [judgement];
  if (verdict.kind === 'equal') return [];
  if (verdict.kind === 'harmless') return [{ ...judgement, level: 'info' }];
  const { seen, id, family, text, isWhole } = judgement;
  return [{ seen, id, family, text: `${text}; ${doubtOf(verdict, direction)}`, isWhole, isUncertain: true }];
}

/** Where no keyword shows that a schema accepts less or allows more, its values may. */
function judgeWhole(judgement: Judgement, verdict: ValueVerdict, { direction }: SchemaPlace): readonly Judgement[] {
  if (verdict.kind === 'refused') return [{ ...judgement, text: facts[direction], ...broken(verdict) }];
  if (verdict.kind !== 'unknown') return [];
  return [{ ...judgement, text: doubtOf(verdict, direction), level: 'warning', isUncertain: true }];
}

const broken = ({ witness, isByTheLetter }: Extract<ValueVerdict, { kind: 'refused' }>) =>
  ({ level: 'error', witness, ...(isByTheLetter && { isByTheLetter }) }) as const;

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

/** What is not decided, and what decides it. */
function doubtOf({ isOutOfSteps }: ValueVerdict & { kind: 'unknown' }, direction: SchemaPlace['direction']): string {
  const remedy = ', because the comparison used up its steps: compare fewer paths at a time with --match-path';
  return `${doubts[direction]}${isOutOfSteps ? remedy : ''}`;
}

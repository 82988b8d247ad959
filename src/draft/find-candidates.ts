import { isObject, type Json, type JsonObject, sameJson } from '../json/json.js';
import { findConversions, schemaConversions } from './find-conversions.js';
import { knownValues } from './known-values.js';
import { bare, type Look, lookAtNothing, type Member, type Members, membersOf, sameMember } from './members.js';
import { hasAnyUnit } from './number-conversions.js';
import { pairings } from './pairings.js';
import { flattened, type Flattened } from './paths.js';
import { combinations, mostCandidates, splitSteps } from './split-steps.js';
import { type Candidate, guesses, invents, makesUp, type Step, type Uses } from './step.js';

/**
 * The ways from the newer shape of a schema to the older one, the likeliest first; none where the two differ in more than their members and
 * no conversion is known. Those that pair the most members that are gone with new ones of the same schema, and every other one that makes nothing
 * up: such a pair may be two members that have nothing to do with each other. Names that are alike come first, and decide nothing else.
 */
export function findCandidates(
  newer: JsonObject,
  older: JsonObject,
  uses: Uses,
  look: Look = lookAtNothing,
): readonly Candidate[] {
  if (!haveOneFrame(newer, older)) return wholeCandidates(newer, older, uses, look);
  return memberCandidates(membersOf(newer), membersOf(older), uses, look);
}

/** The same for the members of two objects. */
export function memberCandidates(now: Members, before: Members, uses: Uses, look: Look): readonly Candidate[] {
  const all = [...flattened(now, before, look), { now, before }];
  const found = all.flatMap((sides) => waysWith(sides, look, uses));
  const explained = ({ steps }: Pick<Candidate, 'steps'>) =>
    steps.filter(({ kind }) => kind === 'renamed' || kind === 'moved').length;
  const most = Math.max(...found.map(explained));
  const likely = found
    .map(
      ({ steps }): Candidate => ({
        steps,
        whole: null,
        isComplete: !steps.some((step) => invents(step, uses)),
        isGuess:
          steps.some((step) => guesses(step, uses)) ||
          mayBeOne(steps) ||
          steps.some((step) => mayHaveAnotherUnit(step, all)),
      }),
    )
    .filter((one) => one.isComplete || explained(one) === most)
    .toSorted((one, other) => explained(other) - explained(one));
  return withoutRepeats(likely).slice(0, mostCandidates);
}

/** A member that is gone and one that is new may be one, in a form that no conversion here knows. */
const mayBeOne = (steps: readonly Step[]) =>
  steps.some(({ kind }) => kind === 'added') && steps.some(({ kind }) => kind === 'removed');

/** A number under another name may have another unit. */
const mayHaveAnotherUnit = (step: Step, sides: readonly Flattened[]) =>
  (step.kind === 'renamed' || step.kind === 'moved') &&
  lastOf(step.newer) !== lastOf(step.older) &&
  sides.some(({ now }) => hasAnyUnit(now.get(step.newer)?.schema));

function wholeCandidates(newer: JsonObject, older: JsonObject, uses: Uses, look: Look): readonly Candidate[] {
  const candidates = schemaConversions(newer, older, look, uses).map(
    (whole): Candidate => ({
      steps: [],
      whole,
      isComplete: !makesUp(whole, uses),
      isGuess: whole.isGuess,
    }),
  );
  return candidates.every(({ whole }) => whole!.down.invents && whole!.up.invents) ? [] : candidates;
}

function waysWith({ now, before }: Flattened, look: Look, uses: Uses): readonly Pick<Candidate, 'steps'>[] {
  const fresh = [...now.keys()].filter((name) => !before.has(name));
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const kept = [...before].flatMap(([name, member]): readonly (readonly Step[])[] => {
    const other = now.get(name);
    if (other === undefined || (sameMember(other, member) && (!uses.requests || sameDefault(other, member)))) return [];
    return [findConversions(other, member, look, uses).map((conversion) => converted(name, name, member, conversion))];
  });
  const exact = exactPairs(gone, fresh, now, before);
  return exact.flatMap((pairs, index) => {
    const left = {
      gone: gone.filter((name) => !pairs.has(name)),
      fresh: fresh.filter((name) => ![...pairs.values()].includes(name)),
    };
    const renamed = [...pairs].map(([old, name]): Step => ({ kind: mapKind(name, old), newer: name, older: old }));
    const inexact = [
      ...(index === 0 ? inexactSteps(left, now, before, look, uses) : []),
      ...(pairs.size === 0 ? splitSteps(left, now, before) : []),
    ];
    const rests = [...inexact, { steps: [], left }];
    return rests.flatMap(({ steps, left: { gone: lost, fresh: unpaired } }) => {
      const added = unpaired.map((name) =>
        knownValues(now.get(name)!).map((value): Step => ({ kind: 'added', name, value })),
      );
      if (!isFilled(fresh, unpaired, now) || !isFilled(gone, lost, before)) return [];
      const removed = lost.map((name): Step => ({ kind: 'removed', name, older: before.get(name)! }));
      const choices = [...kept, ...(uses.requests ? added : added.map((some) => some.slice(-1)))];
      return combinations(choices).map((chosen) => ({
        steps: [
          ...chosen.filter(({ kind }) => kind === 'converted'),
          ...renamed,
          ...steps,
          ...chosen.filter(({ kind }) => kind === 'added'),
          ...removed,
        ].filter((step) => !isInside(step)),
      }));
    });
  });
}

/** The pairs of members with the same schema; where members go into an object or out of one under their own names, only these. */
function exactPairs(gone: readonly string[], fresh: readonly string[], now: Members, before: Members) {
  const all = pairings(gone, fresh, (one, other) => sameMember(before.get(one)!, now.get(other)!));
  const [likeliest] = all;
  const keepsNames = [...(likeliest ?? [])].every(([old, name]) => lastOf(old) === lastOf(name));
  return likeliest && likeliest.size > 0 && keepsNames ? [likeliest] : all;
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** Whether each object that is opened gets every member that it must have, and at least one. */
function isFilled(names: readonly string[], left: readonly string[], members: Members): boolean {
  const outers = new Set(names.filter((name) => name.includes('.')).map((name) => name.split('.')[0]!));
  return [...outers].every((outer) => {
    const inner = names.filter((name) => name.startsWith(`${outer}.`));
    const lacking = inner.filter((name) => left.includes(name));
    return lacking.length < inner.length && !lacking.some((name) => members.get(name)!.isRequired);
  });
}

/** An optional member inside an object that moved needs no step of its own. */
const isInside = (step: Step) => (step.kind === 'added' || step.kind === 'removed') && step.name.includes('.');

const mapKind = (newer: string, older: string) => (newer.includes('.') || older.includes('.') ? 'moved' : 'renamed');

const converted = (
  newer: string,
  older: string,
  member: Member,
  conversion: Extract<Step, { kind: 'converted' }>['conversion'],
): Step => ({ kind: 'converted', newer, older, member, conversion });

interface Rest {
  readonly steps: readonly Step[];
  readonly left: { readonly gone: readonly string[]; readonly fresh: readonly string[] };
}

/** Members with another name and other values, and texts that were split or joined: each is a guess. */
function inexactSteps(left: Rest['left'], now: Members, before: Members, look: Look, uses: Uses): readonly Rest[] {
  const ways = (old: string, name: string) =>
    findConversions(now.get(name)!, before.get(old)!, look, uses)
      .filter((one) => !makesUp(one, uses))
      .filter(({ isGuess }) => isGuess || !isMove(old, name));
  const isMove = (old: string, name: string) =>
    [look.newer(now.get(name)!.schema), look.older(before.get(old)!.schema)].some(
      (schema) => isObject(schema) && schema['type'] === 'object',
    );
  const isNamed = (name: string) => !name.includes('.');
  const [gone, fresh] = [left.gone.filter(isNamed), left.fresh.filter(isNamed)];
  const pairs = pairings(gone, fresh, (old, name) => ways(old, name).length > 0).filter(({ size }) => size > 0);
  const others = pairs.slice(0, 4).flatMap((some) => {
    const rest = {
      gone: left.gone.filter((name) => !some.has(name)),
      fresh: left.fresh.filter((name) => ![...some.values()].includes(name)),
    };
    const choices = [...some].map(([old, name]) =>
      ways(old, name).map((conversion) => converted(name, old, before.get(old)!, { ...conversion, isGuess: true })),
    );
    return combinations(choices).map((steps) => ({ steps, left: rest }));
  });
  return others;
}

const sameDefault = (one: Member, other: Member) => sameJson(defaultOf(one.schema), defaultOf(other.schema));
const defaultOf = (schema: Json) => (isObject(schema) ? schema['default'] : undefined);

function withoutRepeats(candidates: readonly Candidate[]): readonly Candidate[] {
  const texts = new Set<string>();
  return candidates.filter(({ steps }) => {
    const text = steps.map((step) => textOf(step)).join();
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

function textOf(step: Step): string {
  if (step.kind !== 'converted') return JSON.stringify(step);
  const { down, up } = step.conversion;
  return `${step.newer} ${step.older} ${down.write('_', '')} ${up.write('_', '')}`;
}

/** Whether two schemas are objects that differ in their members alone. */
function haveOneFrame(newer: JsonObject, older: JsonObject): boolean {
  const frameOf = (schema: JsonObject) => {
    const { properties, required: _, ...frame } = bare(schema) as JsonObject;
    return isObject(properties) && frame['type'] === 'object' ? frame : null;
  };
  const [now, before] = [frameOf(newer), frameOf(older)];
  return now !== null && before !== null && sameJson(now, before);
}

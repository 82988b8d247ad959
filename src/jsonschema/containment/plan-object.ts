import type { Json } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { accepts } from './accepts.js';
import { concerns, nothing, types, type Formula, type Test, type Which } from './formula.js';
import { freshNames, textTestsOf } from './fresh-names.js';
import { noPlans, sizeWithin, testsOf, type Needs, type Plan, type Plans } from './plan.js';
import { takeSteps } from './search-steps.js';
import { vary } from './vary.js';

/** The most members that are made up. */
const maximumMembers = 64;

/** The most choices of names that are tried. */
const maximumPlans = 256;

/** A member and what it has to pass. */
interface Chosen {
  /** null for any name that nothing mentions, which stands for names that could not be made up. */
  readonly name: string | null;
  readonly needs: Needs;
  /** What such a name has to pass. */
  readonly nameNeeds?: Needs;
}

/** Plans for an object. */
export function planObject(tests: readonly Test[], everything: Needs): Plans {
  const size = sizeWithin(tests, 'object');
  if (size.min > size.max) return noPlans;
  const members = describeMembers(tests, size.min);
  const required = [...new Set(testsOf(tests, 'required').map(({ name }) => name))];
  if (required.some((name) => members.needsOf(name).includes(nothing)))
    return { ...noPlans, isPartial: members.hasUndecidedNames() };
  const wanted = [...testsOf(tests, 'some member'), ...testsOf(tests, 'some name')].map((test) =>
    members.choicesFor(test),
  );
  let choices: readonly (readonly Chosen[])[] = [required.map((name) => ({ name, needs: members.needsOf(name) }))];
  let isCut = false;
  for (const chosen of wanted) {
    isCut ||= choices.length * chosen.length > maximumPlans;
    choices = choices
      .flatMap((base) => chosen.slice(0, maximumPlans).map((one) => [...base, one]))
      .slice(0, maximumPlans);
    takeSteps(choices.length * (required.length + 1));
  }
  const needsCheck = tests.some(({ kind }) => kind === 'values');
  const plans = choices
    .flatMap((chosen) => planMembers(chosen, members, size))
    .map(
      (plan): Plan =>
        needsCheck ? { ...plan, build: (parts, extras) => vary.check(everything, plan.build(parts, extras)) } : plan,
    );
  const isPartial = isCut || size.min > maximumMembers || members.hasUndecidedNames();
  return { plans, isPartial };
}

function planMembers(
  chosen: readonly Chosen[],
  members: Members,
  { min, max }: { readonly min: number; readonly max: number },
): readonly Plan[] {
  const unnamed = chosen.filter(({ name }) => name === null);
  if (unnamed.length > 0) {
    const parts = chosen.flatMap(({ needs, nameNeeds }) => (nameNeeds ? [needs, nameNeeds] : [needs]));
    return [{ parts, extras: [], extrasNeeded: 0, build: () => undefined }];
  }
  const needs = new Map<string, Needs>();
  for (const one of chosen) {
    const known = needs.get(one.name!);
    needs.set(one.name!, known ? [...known, ...one.needs] : one.needs);
  }
  takeSteps(chosen.length);
  if (needs.size > max || min > maximumMembers || [...needs.values()].some((all) => all.includes(nothing))) return [];
  const names = [...needs.keys()];
  const others = needs.size >= min ? [] : members.othersThan(names, min - needs.size);
  const isShort = needs.size < min && members.mayBeMore;
  return [
    ...(isShort ? [{ parts: [...needs.values()], extras: [], extrasNeeded: 0, build: () => undefined }] : []),
    {
      parts: [...needs.values()],
      extras: others.map(({ needs: own }) => own),
      extrasNeeded: Math.max(0, min - needs.size),
      build: (parts, extras) => {
        const more = others.flatMap(({ name }, index) =>
          extras[index] ? [[name!, extras[index].value] as const] : [],
        );
        return Object.fromEntries([
          ...names.map((name, index) => [name, parts[index]!] as const),
          ...more.slice(0, Math.max(0, min - names.length)),
        ]) as Json;
      },
    },
  ];
}

/** One for all members of which nothing is asked: there may be many. */
const noNeeds: Needs = [];

interface Members {
  /** What the member of a name has to pass; holds `nothing` where there can be no such member. */
  readonly needsOf: (name: string) => Needs;
  /** The members that a test asks for. */
  readonly choicesFor: (test: Wanted) => readonly Chosen[];
  /** Members that may be added. */
  readonly othersThan: (names: readonly string[], count: number) => readonly Chosen[];
  /** Whether there may be more members than those that can be added. */
  readonly mayBeMore: boolean;
  /** Whether a pattern did not decide about a name, which then counts as one that it matches. */
  readonly hasUndecidedNames: () => boolean;
}

type Wanted = Extract<Test, { readonly kind: 'some member' | 'some name' }>;

function describeMembers(tests: readonly Test[], minimum: number): Members {
  takeSteps(tests.length);
  const groups = testsOf(tests, 'members');
  const names = testsOf(tests, 'names');
  const wanted = [...testsOf(tests, 'some member'), ...testsOf(tests, 'some name')];
  const ofNames = textTestsOf([...names, ...testsOf(tests, 'some name')].map(({ is }) => is));
  const mentioned = new Set<string>([
    ...[...testsOf(tests, 'member'), ...testsOf(tests, 'required')].map(({ name }) => name),
    ...[...groups, ...testsOf(tests, 'some member')].flatMap(({ which }) => [...which.exceptNames]),
    ...testsOf(tests, 'declares').flatMap((declared) => declared.names),
    ...ofNames.values,
  ]);
  const patterns = [
    ...new Set<string>([
      ...[...groups, ...testsOf(tests, 'some member')].flatMap(({ which }) => [
        ...(which.pattern === null ? [] : [which.pattern]),
        ...which.exceptPatterns,
      ]),
      ...testsOf(tests, 'declares').flatMap((declared) => declared.patterns),
      ...ofNames.patterns,
    ]),
  ].filter((pattern) => pattern !== '');
  const sent = sentNames(tests, minimum, mentioned);
  let isUndecided = false;
  const isAbout = (which: Which, name: string): boolean => {
    const verdict = concerns(which, name);
    isUndecided ||= verdict === null;
    return verdict !== false;
  };
  const named = new Map<string, Formula[]>();
  for (const { name, is } of testsOf(tests, 'member')) {
    const all = named.get(name);
    if (all) all.push(is);
    else named.set(name, [is]);
  }
  const readNeeds = (name: string): Needs => {
    takeSteps(1 + groups.length + names.length);
    if (!sent(name) || names.some(({ is }) => accepts(is, name) === false)) return [nothing];
    const all = [...(named.get(name) ?? []), ...groups.filter(({ which }) => isAbout(which, name)).map(({ is }) => is)];
    return all.length === 0 ? noNeeds : all;
  };
  const known = new Map<string, Needs>();
  const needsOf = (name: string): Needs => {
    const needs = known.get(name) ?? readNeeds(name);
    known.set(name, needs);
    return needs;
  };
  const fresh = freshNames(patterns, mentioned, Math.max(1, wanted.length));
  const isComplete = fresh.isComplete && ofNames.isComplete;
  const candidates = [...mentioned, ...fresh.names];
  return {
    needsOf,
    choicesFor: (test) => {
      takeSteps(candidates.length);
      const chosen = candidates
        .filter((name) => (test.kind === 'some member' ? isAbout(test.which, name) : accepts(test.is, name) !== false))
        .map((name) => ({ name, needs: test.kind === 'some member' ? [...needsOf(name), test.is] : needsOf(name) }))
        .filter(({ needs }) => !needs.includes(nothing));
      return isComplete ? chosen : [...chosen, unnamedFor(test, groups, names)];
    },
    othersThan: (taken, count) => {
      const more = Array.from({ length: Math.min(count, maximumMembers) }, (_, index) => `more${index + 1}`);
      const names = new Set([...candidates, ...more]);
      for (const name of taken) names.delete(name);
      takeSteps(names.size);
      return [...names].map((name) => ({ name, needs: needsOf(name) })).filter(({ needs }) => !needs.includes(nothing));
    },
    mayBeMore: patterns.length > 0 || names.length > 0,
    hasUndecidedNames: () => isUndecided,
  };
}

/** A member of a name that nothing mentions: what surely applies to it. */
function unnamedFor(
  test: Wanted,
  groups: readonly Extract<Test, { readonly kind: 'members' }>[],
  names: readonly Extract<Test, { readonly kind: 'names' }>[],
): Chosen {
  const { pattern, exceptPatterns } = test.kind === 'some member' ? test.which : everyMember;
  const covers = ({ which }: (typeof groups)[number]) =>
    (which.pattern === null || which.pattern === pattern) &&
    which.exceptPatterns.every((one) => exceptPatterns.includes(one));
  const isText = types('string');
  return {
    name: null,
    needs: [...groups.filter(covers).map(({ is }) => is), ...(test.kind === 'some member' ? [test.is] : [])],
    nameNeeds: [
      isText,
      ...names.map(({ is }) => is),
      ...(pattern === null ? [] : [{ kind: 'pattern', pattern, not: false } as const]),
      ...(test.kind === 'some name' ? [test.is] : []),
    ],
  };
}

const everyMember: Pick<Which, 'pattern' | 'exceptPatterns'> = { pattern: null, exceptPatterns: [] };

/**
 * Which members a sender sends: those that it names, and others that nobody names. A name that only the other side has is
 * not sent, or every new optional property would break a client; a sender that names no member at all may send any.
 */
function sentNames(tests: readonly Test[], minimum: number, mentioned: ReadonlySet<string>): (name: string) => boolean {
  const declared = testsOf(tests, 'declares');
  const asked = testsOf(tests, 'required').filter(({ isAsked }) => isAsked);
  const names = new Set([...declared.flatMap((one) => one.names), ...asked.map(({ name }) => name)]);
  const patterns = declared.flatMap((one) => one.patterns);
  if (declared.length === 0 || (patterns.length === 0 && names.size < minimum)) return () => true;
  const isMatched = (name: string) => patterns.some((pattern) => matchPattern(pattern, name) !== false);
  return (name) => !mentioned.has(name) || names.has(name) || isMatched(name);
}

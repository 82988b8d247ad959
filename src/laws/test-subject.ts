import fc from 'fast-check';
import { forgottenMembers, MemberCount } from './forgotten-members.js';
import { type Breach, judge, type ValueLaw } from './judge.js';
import { breachFinding, findingOf, type LawFinding } from './law-finding.js';
import type { DatedTrial } from './law.js';
import { attempt, cameOf, isAnother } from './purity.js';
import { sameValue } from './same-value.js';
import { showValue } from './show.js';
import { type Series, seriesOf } from './values/series.js';
import { UngeneratableError } from './values/values.js';
import { valuesOfInput } from './values/values-of-input.js';
import type { Converted, Subject, Way } from './way.js';
import { within, type Worlds, worldsOf } from './world.js';

/** Tests one thing that a change converts, and whether any value came out another. */
export function testSubject(subject: Subject, trial: DatedTrial): Tested {
  const tested = within(worldsOf(trial.asOf).here, () => subject.ways.map((way) => testWay(subject, way, trial)));
  return {
    findings: distinct(tested.flatMap(({ findings }) => findings)),
    converts: tested.some(({ converts }) => converts),
  };
}

interface Tested {
  readonly findings: readonly LawFinding[];
  readonly converts: boolean;
}

function testWay(subject: Subject, way: Way, trial: DatedTrial): Tested {
  const { here, others } = worldsOf(trial.asOf);
  try {
    const drawing = { words: way.words, bounds: { today: trial.asOf }, side: 'output' } as const;
    const series = seriesOf(valuesOfInput(way.input, drawing));
    const { findings, converted, tried, refused } = breaches(subject, way, series, trial, null);
    const elsewhere = others.find((world, turn) =>
      within(world, () => converted.some((one, index) => index % others.length === turn && isAnother(way, one))),
    );
    if (findings.length === 0 && elsewhere)
      findings.push(...breaches(subject, way, series, trial, { here, elsewhere }).findings);
    if (refused.length * 2 > tried) findings.push(refusesMost(subject, refused[0]!, refused.length, tried));
    return {
      findings: findings.length > 0 ? findings : afterwards(subject, way, converted),
      converts: way.convertsItems || converted.some(({ value, result }) => !sameValue(value, result)),
    };
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    return { findings: [ungenerated(subject, way, error)], converts: true };
  }
}

const kept = 100;

interface Judged {
  readonly findings: LawFinding[];
  /** What became of some values when they were new to the change. */
  readonly converted: readonly Converted[];
  readonly tried: number;
  /** What the change refused. */
  readonly refused: readonly unknown[];
}

/** Each law that some value breaks, with the smallest such value. A value that breaks one law is not judged by the next. */
function breaches(
  subject: Subject,
  way: Way,
  { leading, start }: Series,
  { runs, seed }: DatedTrial,
  worlds: Worlds | null,
): Judged {
  const found = new Map<ValueLaw, LawFinding>();
  const converted: Converted[] = [];
  const refused: unknown[] = [];
  let tried = 0;
  for (;;) {
    let last: { readonly breach: Breach; readonly value: unknown } | null = null;
    const property = fc.property(start(), (value) => {
      const { breach, outcome } = judge(way, value, worlds);
      tried += 1;
      if ('refused' in outcome) refused.push(value);
      if ('result' in outcome && converted.length < kept) converted.push({ value, result: outcome.result });
      if (!breach || found.has(breach.law) || (last && last.breach.law !== breach.law)) return true;
      last = { breach, value };
      return false;
    });
    fc.check(property, { numRuns: Math.max(runs, leading + Math.ceil(runs / 2)), seed });
    if (!last) return { findings: [...found.values()], converted, tried, refused };
    const { breach, value } = last as { readonly breach: Breach; readonly value: unknown };
    found.set(breach.law, breachFinding(subject, breach, way.direction, value));
  }
}

/** What only many values together show: results that change with time, and members that are never there. */
function afterwards(subject: Subject, way: Way, converted: readonly Converted[]): readonly LawFinding[] {
  const drifted = converted.find((one) => isAnother(way, one));
  if (drifted) {
    const breach: Breach = {
      law: 'change-unstable',
      direction: way.direction,
      what: '',
      came: [[`${way.direction} gave`, drifted.result], cameOf('later', attempt(way.convert, drifted.value))],
    };
    return [breachFinding(subject, breach, way.direction, drifted.value)];
  }
  const verdict = way.judgeAll?.(converted);
  if (verdict) {
    const { law, ...sentences } = verdict;
    return [findingOf(subject, law, { direction: way.direction, ...sentences })];
  }
  // Where there is a way back, the round trip shows what was forgotten.
  if (!way.schemas || way.back) return [];
  const [taken, given] = [new MemberCount(), new MemberCount()];
  for (const { value, result } of converted) {
    taken.add(way.schemas.from, value);
    given.add(way.schemas.to, result);
  }
  const lost = way.direction === 'down' ? 'up' : 'down';
  return forgottenMembers(way, taken, given).map((path) =>
    findingOf(subject, 'change-forgotten-member', {
      direction: way.direction,
      what: `${way.direction} of ${subject.name} never returns the optional member ${path}.`,
      fix: `Return it, or declare that it is gone: loses: { ${lost}: ['${path}'] }.`,
      details: [
        ['after', subject.shapes.after],
        ['before', subject.shapes.before],
      ],
    }),
  );
}

function refusesMost(subject: Subject, example: unknown, refused: number, tried: number): LawFinding {
  return findingOf(subject, 'change-refuses-most', {
    direction: 'up',
    what: `up of ${subject.name} refuses ${refused} of ${tried} values.`,
    fix: 'Declare in the older shape what it takes, or convert more of it.',
    details: [['value', showValue(example)]],
  });
}

function ungenerated(subject: Subject, { direction }: Way, { message }: UngeneratableError): LawFinding {
  const side = direction === 'down' ? 'newer' : 'older';
  return findingOf(subject, 'values-not-generated', {
    direction,
    what: `${direction} of ${subject.name} cannot be tested: in the ${side} shape, ${message}.`,
    fix: 'Give that schema examples: .meta({ examples: [...] }).',
  });
}

/** Both ways of a change meet the same mistake. */
function distinct(findings: readonly LawFinding[]): readonly LawFinding[] {
  return findings.filter((one, index) => findings.findIndex(({ message }) => message === one.message) === index);
}

import fc from 'fast-check';
import { forgottenMembers, MemberCount } from './forgotten-members.js';
import { type Breach, judge, type ValueLaw } from './judge.js';
import { breachFinding, findingOf, type LawFinding } from './law-finding.js';
import type { Trial } from './law.js';
import { sameValue } from './same-value.js';
import { covering, UngeneratableError } from './values/values.js';
import { valuesOfInput } from './values/values-of-input.js';
import type { Subject, Way } from './way.js';

/** Tests one thing that a change converts, and whether any value came out another. */
export function testSubject(
  subject: Subject,
  trial: Trial,
): { readonly findings: readonly LawFinding[]; readonly converts: boolean } {
  const tested = subject.ways.map((way) => testWay(subject, way, trial));
  return {
    findings: distinct(tested.flatMap(({ findings }) => findings)),
    converts: tested.some(({ converts }) => converts),
  };
}

function testWay(
  subject: Subject,
  way: Way,
  trial: Trial,
): { readonly findings: LawFinding[]; readonly converts: boolean } {
  try {
    const values = covering(valuesOfInput(way.input, way.words));
    const findings = breaches(subject, way, values, trial);
    const sampled = sample(way, values, trial);
    return {
      findings: [...findings, ...(findings.length === 0 ? afterwards(subject, way, sampled) : [])],
      converts: way.convertsItems || sampled.some(({ value, result }) => !sameValue(value, result)),
    };
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    return { findings: [ungenerated(subject, way, error)], converts: true };
  }
}

/** Each law that some value breaks, with the smallest such value. A value that breaks one law is not judged by the next. */
function breaches(subject: Subject, way: Way, values: fc.Arbitrary<unknown>, { runs, seed }: Trial): LawFinding[] {
  const found = new Map<ValueLaw, LawFinding>();
  for (;;) {
    let last: { readonly breach: Breach; readonly value: unknown } | null = null;
    const property = fc.property(values, (value) => {
      const breach = judge(way, value);
      if (!breach || found.has(breach.law) || (last && last.breach.law !== breach.law)) return true;
      last = { breach, value };
      return false;
    });
    fc.check(property, { numRuns: runs, seed });
    if (!last) return [...found.values()];
    const { breach, value } = last as { readonly breach: Breach; readonly value: unknown };
    found.set(breach.law, breachFinding(subject, breach, way.direction, value));
  }
}

interface Sampled {
  readonly value: unknown;
  readonly result: unknown;
}

const sampleSize = 50;

/** Some values and their results; none for a value that throws. */
function sample({ convert }: Way, values: fc.Arbitrary<unknown>, { runs, seed }: Trial): readonly Sampled[] {
  return fc.sample(values, { numRuns: Math.min(runs, sampleSize), seed }).flatMap((value) => {
    try {
      return [{ value, result: convert(value) }];
    } catch {
      return [];
    }
  });
}

/** What only many values together show: results that change with time, and members that are never there. */
function afterwards(subject: Subject, way: Way, sampled: readonly Sampled[]): readonly LawFinding[] {
  const drifted = sampled.find(({ value, result }) => !sameValue(way.convert(value), result));
  if (drifted) {
    const breach: Breach = {
      law: 'change-unstable',
      direction: way.direction,
      what: '',
      came: [
        [`${way.direction} gave`, drifted.result],
        ['later it gave', way.convert(drifted.value)],
      ],
    };
    return [breachFinding(subject, breach, way.direction, drifted.value)];
  }
  if (!way.schemas) return [];
  const [taken, given] = [new MemberCount(), new MemberCount()];
  for (const { value, result } of sampled) {
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

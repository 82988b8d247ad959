import type { Json } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { accepts } from './accepts.js';
import { jsonTypes, nothing, typeOf, type Formula, type JsonType, type Link, type Test } from './formula.js';
import { negate } from './negate.js';
import { impliesFormat } from '../formats.js';

/** Whether two links of opposite signs speak of schemas that accept the same values. */
export type SameSchema = (left: Link, right: Link) => boolean;

/** What a value has to pass in one of the cases of a formula, sorted; choices that are still open stand apart. */
export class Branch {
  readonly types: Set<JsonType>;
  readonly tests: Test[];
  readonly links: Set<Link>;
  readonly choices: (Formula & { readonly kind: 'some' })[];
  /** Values of which the value must be one; null where there is no such list. */
  values: readonly Json[] | null;
  isUnreadable: boolean;
  readonly #same: SameSchema;

  constructor(same: SameSchema, from?: Branch) {
    this.#same = same;
    this.types = new Set(from?.types ?? jsonTypes);
    this.tests = [...(from?.tests ?? [])];
    this.links = new Set(from?.links);
    this.choices = [...(from?.choices ?? [])];
    this.values = from?.values ?? null;
    this.isUnreadable = from?.isUnreadable ?? false;
  }

  copy(): Branch {
    return new Branch(this.#same, this);
  }

  /** Adds a formula; false when no value can pass it beside the others. */
  add(formula: Formula): boolean {
    switch (formula.kind) {
      case 'every':
        return formula.of.every((part) => this.add(part));
      case 'some':
        if (formula.of.length === 0) return false;
        this.choices.push(formula);
        return true;
      case 'link':
        if (this.links.has(formula)) return true;
        if (this.#contradicts(formula)) return false;
        this.links.add(formula);
        return this.add(formula.read());
      default:
        return this.#addTest(formula);
    }
  }

  #addTest(test: Test): boolean {
    if (test.kind === 'contains' && this.#judgeTest(test, 0) === 'impossible') return false;
    if (test.kind === 'unreadable') this.isUnreadable = true;
    else if (test.kind === 'values' && !test.not) this.values = shorter(this.values, test.values);
    else if (test.kind === 'types') for (const type of this.types) if (!test.types.has(type)) this.types.delete(type);
    if (test.kind !== 'types' && test.kind !== 'unreadable') this.tests.push(test);
    return this.types.size > 0;
  }

  #contradicts(link: Link): boolean {
    for (const other of this.links) if (other.negated !== link.negated && this.#same(other, link)) return true;
    return false;
  }

  /** What a formula is beside the tests of this branch: passed anyway, impossible, or open. Looks a few steps deep. */
  judge(formula: Formula, depth = 0): 'passed' | 'impossible' | 'open' {
    if (depth > 6) return 'open';
    switch (formula.kind) {
      case 'every':
      case 'some': {
        const [decisive, other] =
          formula.kind === 'every' ? (['impossible', 'passed'] as const) : (['passed', 'impossible'] as const);
        let isOther = true;
        for (const part of formula.of) {
          const verdict = this.judge(part, depth + 1);
          if (verdict === decisive) return decisive;
          isOther &&= verdict === other;
        }
        return isOther ? other : 'open';
      }
      case 'link':
        if (this.links.has(formula)) return 'passed';
        return this.#contradicts(formula) ? 'impossible' : this.judge(formula.read(), depth + 1);
      default:
        return this.#judgeTest(formula, depth);
    }
  }

  #judgeTest(test: Test, depth: number): 'passed' | 'impossible' | 'open' {
    const type = typeOf(test);
    if (type !== null && !this.types.has(type)) return 'passed';
    if (test.kind === 'types') {
      const shared = [...this.types].filter((one) => test.types.has(one));
      return shared.length === 0 ? 'impossible' : shared.length === this.types.size ? 'passed' : 'open';
    }
    if (type !== null && this.types.size > 1) return 'open';
    return this.#judgeTyped(test, depth);
  }

  #judgeTyped(test: Test, depth: number): 'passed' | 'impossible' | 'open' {
    switch (test.kind) {
      case 'required':
        if (this.requires(test.name)) return 'passed';
        return this.#lacks(test.name) ? 'impossible' : 'open';
      case 'member':
        return this.#judgeMember(test.name, test.is, depth);
      case 'size':
        return judgeSpan(
          test,
          this.tests.filter((one) => one.kind === 'size' && one.on === test.on) as (typeof test)[],
        );
      case 'contains': {
        const alike = this.tests.filter((one) => one.kind === 'contains' && this.#isAlike(one.is, test.is));
        return alike.length === 0 ? 'open' : judgeSpan(test, alike as (typeof test)[]);
      }
      case 'range':
        return judgeSpan(
          test,
          this.tests.filter((one) => one.kind === 'range'),
          test.open,
        );
      case 'integer':
      case 'unique':
      case 'multiple':
      case 'pattern':
      case 'format':
        return judgeFlag(test, this.tests);
      default:
        return 'open';
    }
  }

  #isAlike(left: Formula, right: Formula): boolean {
    if (left === right) return true;
    return left.kind === 'link' && right.kind === 'link' && left.negated === right.negated && this.#same(left, right);
  }

  requires(name: string): boolean {
    return this.tests.some((test) => test.kind === 'required' && test.name === name);
  }

  #lacks(name: string): boolean {
    return this.tests.some((test) => test.kind === 'member' && test.name === name && test.is === nothing);
  }

  #judgeMember(name: string, is: Formula, depth: number): 'passed' | 'impossible' | 'open' {
    if (this.#lacks(name)) return 'passed';
    const isRequired = this.requires(name);
    if (is === nothing) return isRequired ? 'impossible' : 'open';
    const own = this.tests.filter((test) => test.kind === 'member' && test.name === name);
    if (own.some((test) => 'is' in test && test.is === is)) return 'passed';
    const opposite = negate(is);
    if (isRequired && own.some((test) => 'is' in test && test.is === opposite)) return 'impossible';
    if (depth > 4 || own.length === 0) return 'open';
    return this.#judgeInside(own, is, isRequired, depth);
  }

  /** A discriminating member has one value, or a type, that decides. */
  #judgeInside(
    own: readonly Test[],
    is: Formula,
    isRequired: boolean,
    depth: number,
  ): 'passed' | 'impossible' | 'open' {
    const inside = new Branch(this.#same);
    if (!own.every((test) => !('is' in test) || inside.add(test.is))) return 'open';
    if (inside.values === null) {
      const verdict = inside.judge(is, depth + 2);
      return verdict === 'impossible' && !isRequired ? 'open' : verdict;
    }
    const verdicts = inside.values.map((value) => accepts(is, value));
    if (verdicts.every((verdict) => verdict === true)) return 'passed';
    return isRequired && verdicts.every((verdict) => verdict === false) ? 'impossible' : 'open';
  }
}

function shorter(one: readonly Json[] | null, other: readonly Json[]): readonly Json[] {
  return one === null || other.length < one.length ? other : one;
}

interface Span {
  readonly min: number;
  readonly max: number;
  readonly open?: boolean;
}

function judgeSpan(test: Span, others: readonly Span[], isOpen = false): 'passed' | 'impossible' | 'open' {
  const [low, high] = [Math.max(...others.map(({ min }) => min)), Math.min(...others.map(({ max }) => max))];
  if (test.min > high || test.max < low) return 'impossible';
  if (isOpen ? test.min < low && test.max > high : test.min <= low && test.max >= high) return 'passed';
  return 'open';
}

type Flag = Extract<Test, { readonly kind: 'integer' | 'unique' | 'multiple' | 'pattern' | 'format' }>;

function judgeFlag(test: Flag, tests: readonly Test[]): 'passed' | 'impossible' | 'open' {
  const same = tests.find((one): one is Flag => one.kind === test.kind && sameFlag(one as Flag, test));
  if (same) return same.not === test.not ? 'passed' : 'impossible';
  return 'open';
}

function sameFlag(left: Flag, right: Flag): boolean {
  if (left.kind === 'multiple') return right.kind === 'multiple' && left.of === right.of;
  if (left.kind === 'pattern') return right.kind === 'pattern' && left.pattern === right.pattern;
  if (left.kind === 'format')
    return (
      right.kind === 'format' &&
      left.on === right.on &&
      impliesFormat(left.name, right.name) &&
      impliesFormat(right.name, left.name)
    );
  return true;
}

/** The name matches one of the patterns, as far as they decide it. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchPattern(pattern, name) !== false);
}

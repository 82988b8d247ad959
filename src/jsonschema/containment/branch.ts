import type { Json } from '../../json/json.js';
import { accepts } from './accepts.js';
import {
  anything,
  concerns,
  jsonTypes,
  nothing,
  typeOf,
  type Formula,
  type JsonType,
  type Link,
  type Test,
  type Which,
} from './formula.js';
import { classOf, LinkIndex, MemberIndex } from './branch-indexes.js';
import { judgeFlag, judgeSpan, type Verdict } from './judge-test.js';
import { negate } from './negate.js';
import type { SchemaClasses } from './same-schemas.js';
import { takeSteps } from './search-steps.js';

/** What a search knows of all branches. */
export interface Surroundings {
  readonly classes: SchemaClasses;
  /** What formulas are beside other ones, for members that several branches have. */
  readonly verdicts: WeakMap<Formula, WeakMap<Formula, Verdict>>;
}

/** The most steps of one look at a formula beside a branch; what needs more stays open. */
const mostStepsOfLook = 400;

/** What a value has to pass in one of the cases of a formula, sorted; choices that are still open stand apart. */
export class Branch {
  readonly types: Set<JsonType>;
  readonly tests: Test[];
  readonly links: Set<Link>;
  readonly choices: (Formula & { readonly kind: 'some' })[];
  /** Values of which the value must be one; null where there is no such list. */
  values: readonly Json[] | null;
  isUnreadable: boolean;
  readonly #around: Surroundings;
  #linkIndex: LinkIndex | null = null;
  #memberIndex: MemberIndex | null = null;
  #stepsOfLook = 0;

  constructor(around: Surroundings, from?: Branch) {
    if (from) takeSteps((from.tests.length + from.links.size + from.choices.length) >> 2);
    this.#around = around;
    this.types = new Set(from?.types ?? jsonTypes);
    this.tests = [...(from?.tests ?? [])];
    this.links = new Set(from?.links);
    this.choices = [...(from?.choices ?? [])];
    this.values = from?.values ?? null;
    this.isUnreadable = from?.isUnreadable ?? false;
  }

  copy(): Branch {
    return new Branch(this.#around, this);
  }

  /** Adds a formula; false when no value can pass it beside the others. */
  add(formula: Formula): boolean {
    const waiting = [formula];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      takeSteps();
      switch (next.kind) {
        case 'every':
          takeSteps(next.of.length >> 4);
          for (let index = next.of.length - 1; index >= 0; index -= 1) waiting.push(next.of[index]!);
          break;
        case 'some':
          if (next.of.length === 0) return false;
          this.choices.push(next);
          break;
        case 'link':
          if (this.links.has(next)) break;
          if (this.#contradicts(next)) return false;
          this.links.add(next);
          this.#linkIndex?.add(next);
          waiting.push(next.read());
          break;
        default:
          if (!this.#addTest(next)) return false;
      }
    }
    return true;
  }

  #addTest(test: Test): boolean {
    if (test.kind === 'contains' && this.#judgeTest(test, 0) === 'impossible') return false;
    if (test.kind === 'unreadable') this.isUnreadable = true;
    else if (test.kind === 'values' && !test.not) this.values = shorter(this.values, test.values);
    else if (test.kind === 'types') for (const type of this.types) if (!test.types.has(type)) this.types.delete(type);
    if (test.kind !== 'types' && test.kind !== 'unreadable') {
      this.tests.push(test);
      this.#memberIndex?.add(test);
    }
    return this.types.size > 0;
  }

  #contradicts(link: Link): boolean {
    this.#linkIndex ??= new LinkIndex(this.#around.classes, this.links);
    return this.#linkIndex.hasOppositeOf(link);
  }

  /** What a formula is beside the tests of this branch: passed anyway, impossible, or open. Looks a few steps deep. */
  judge(formula: Formula): Verdict {
    this.#stepsOfLook = mostStepsOfLook;
    return this.#look(formula, 0);
  }

  #look(formula: Formula, depth: number): Verdict {
    takeSteps();
    this.#stepsOfLook -= 1;
    if (depth > 6 || this.#stepsOfLook < 0) return 'open';
    switch (formula.kind) {
      case 'every':
      case 'some': {
        const [decisive, other] =
          formula.kind === 'every' ? (['impossible', 'passed'] as const) : (['passed', 'impossible'] as const);
        let isOther = true;
        for (const part of formula.of) {
          const verdict = this.#look(part, depth + 1);
          if (verdict === decisive) return decisive;
          isOther &&= verdict === other;
          if (this.#stepsOfLook < 0) return 'open';
        }
        return isOther ? other : 'open';
      }
      case 'link':
        if (this.links.has(formula)) return 'passed';
        return this.#contradicts(formula) ? 'impossible' : this.#look(formula.read(), depth + 1);
      default:
        return this.#judgeTest(formula, depth);
    }
  }

  #judgeTest(test: Test, depth: number): Verdict {
    const type = typeOf(test);
    if (type !== null && !this.types.has(type)) return 'passed';
    if (test.kind === 'types') {
      const shared = [...this.types].filter((one) => test.types.has(one));
      return shared.length === 0 ? 'impossible' : shared.length === this.types.size ? 'passed' : 'open';
    }
    if (type !== null && this.types.size > 1) return 'open';
    return this.#judgeTyped(test, depth);
  }

  #judgeTyped(test: Test, depth: number): Verdict {
    takeSteps(this.tests.length >> 4);
    switch (test.kind) {
      case 'required':
        if (this.requires(test.name)) return 'passed';
        return this.#lacks(test.name) ? 'impossible' : 'open';
      case 'member':
        return this.#judgeMember(test.name, test.is, depth);
      case 'members':
        return test.is === nothing && this.#requiresOneOf(test.which) ? 'impossible' : 'open';
      case 'some member':
        return test.is === anything && this.#requiresOneOf(test.which) ? 'passed' : 'open';
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
    return (
      left.kind === 'link' &&
      right.kind === 'link' &&
      left.negated === right.negated &&
      classOf(this.#around.classes, left) === classOf(this.#around.classes, right)
    );
  }

  #members(): MemberIndex {
    return (this.#memberIndex ??= new MemberIndex(this.tests));
  }

  requires(name: string): boolean {
    return this.#members().required.has(name);
  }

  /** Whether the value has a member that a test is about for sure. */
  #requiresOneOf(which: Which): boolean {
    const { required } = this.#members();
    takeSteps(required.size);
    for (const name of required) if (concerns(which, name) === true) return true;
    return false;
  }

  #lacks(name: string): boolean {
    return this.#members().named.get(name)?.includes(nothing) ?? false;
  }

  #judgeMember(name: string, is: Formula, depth: number): Verdict {
    if (this.#lacks(name)) return 'passed';
    const isRequired = this.requires(name);
    if (is === nothing) return isRequired ? 'impossible' : 'open';
    const own = this.#members().named.get(name) ?? [];
    takeSteps(own.length);
    if (own.includes(is)) return 'passed';
    if (isRequired && own.includes(negate(is))) return 'impossible';
    if (depth > 4 || own.length === 0) return 'open';
    return this.#judgeInside(own, is, isRequired, depth);
  }

  #judgeInside(own: readonly Formula[], is: Formula, isRequired: boolean, depth: number): Verdict {
    const verdict = own.length === 1 ? this.#recall(own[0]!, is, depth) : this.#lookInside(own, is, depth);
    return verdict === 'impossible' && !isRequired ? 'open' : verdict;
  }

  #recall(own: Formula, is: Formula, depth: number): Verdict {
    const verdicts = this.#around.verdicts.get(own) ?? new WeakMap<Formula, Verdict>();
    this.#around.verdicts.set(own, verdicts);
    const known = verdicts.get(is);
    if (known) return known;
    const verdict = this.#lookInside([own], is, depth);
    if (this.#stepsOfLook >= 0) verdicts.set(is, verdict);
    return verdict;
  }

  /** A discriminating member has one value, or a type, that decides. */
  #lookInside(own: readonly Formula[], is: Formula, depth: number): Verdict {
    const inside = new Branch(this.#around);
    inside.#stepsOfLook = this.#stepsOfLook;
    const isFree = own.every((one) => inside.add(one));
    const verdict = isFree && inside.values === null ? inside.#look(is, depth + 2) : null;
    this.#stepsOfLook = inside.#stepsOfLook;
    if (verdict !== null) return verdict;
    if (!isFree || inside.values === null || inside.values.length > this.#stepsOfLook) return 'open';
    this.#stepsOfLook -= inside.values.length;
    const verdicts = inside.values.map((value) => accepts(is, value));
    if (verdicts.every((one) => one === true)) return 'passed';
    return verdicts.every((one) => one === false) ? 'impossible' : 'open';
  }
}

function shorter(one: readonly Json[] | null, other: readonly Json[]): readonly Json[] {
  return one === null || other.length < one.length ? other : one;
}

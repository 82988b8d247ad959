import { wordCharacters } from './character-set.js';
import type { CompiledPattern, Program, PatternStep } from './compile-pattern.js';
import type { Budget } from './step-limit.js';

/** A look-ahead on the way, with the ways through it. */
interface Debt {
  readonly look: Ways;
  readonly negate: boolean;
  readonly ways: readonly number[];
  readonly key: string;
}

/** The ways through one program as numbers: the position of a step, or a number beyond for a position with debts. */
interface Ways {
  readonly program: Program;
  readonly number: number;
  readonly looks: readonly Ways[];
  readonly withDebts: { readonly at: number; readonly owes: readonly Debt[] }[];
  readonly known: Map<string, number>;
  /** The turn in which a way was last seen. */
  readonly seen: number[];
}

/** What is known at one place of a text: all that counts of the characters before it. */
interface State {
  readonly isFirst: boolean;
  readonly isAfterWord: boolean;
  readonly ways: readonly number[];
  /** The ways through each look-behind. */
  readonly behind: readonly (readonly number[])[];
  readonly followed: Map<Following, Followed>;
  readonly next: Map<number, number>;
}

type Following = 'word' | 'other' | 'end';

/** Where ways lead without reading: to the end of their program, and to what reads next. */
interface Reached {
  readonly isCompleted: boolean;
  readonly reading: readonly number[];
}

interface Followed {
  readonly main: Reached;
  readonly behind: readonly Reached[];
}

interface Place {
  readonly state: Pick<State, 'isFirst' | 'isAfterWord'>;
  readonly following: Following;
  /** The look-behinds that end here. */
  readonly seen: ReadonlySet<Program>;
}

/** The state after which every text matches, and the one after which none does. */
export const matched = 0;
export const failed = 1;

/**
 * A pattern as a deterministic automaton, made as far as it is walked. States are numbers. Look-behinds run beside the pattern, and a look-ahead
 * runs along with what follows it, so that negation is the opposite of a state. Throws a RangeError beyond the steps.
 */
export class PatternStates {
  readonly start: number;
  readonly #isUnicode: boolean;
  readonly #budget: Budget;
  readonly #main: Ways;
  readonly #behind: readonly Ways[];
  readonly #usesWords: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #states: (State | null)[] = [null, null];
  #programs = 0;
  #turn = 0;

  /** Takes a pattern whose look-ahead is read forward. */
  constructor(pattern: CompiledPattern, budget: Budget) {
    this.#isUnicode = pattern.isUnicode;
    this.#budget = budget;
    budget.left -= pattern.size;
    this.#main = this.#waysOf(pattern);
    this.#behind = lookBehindsOf(this.#main);
    this.#usesWords = usesWords(pattern);
    const behind = this.#behind.map(() => []);
    this.start = this.#numberOf({ isFirst: true, isAfterWord: false, ways: [], behind });
  }

  /** Whether a text that ends in a state matches. */
  accepts(state: number): boolean {
    if (state === matched || state === failed) return state === matched;
    return this.#follow(this.#states[state]!, 'end').main.isCompleted;
  }

  /** The state after one more character. */
  step(from: number, code: number): number {
    if (from === matched || from === failed) return from;
    const state = this.#states[from]!;
    const known = state.next.get(code);
    if (known !== undefined) return known;
    const isPair = !this.#isUnicode && code > 0xffff;
    const next = isPair ? this.step(this.#read(state, highHalf), lowHalf) : this.#read(state, code);
    state.next.set(code, next);
    return next;
  }

  #read(state: State, code: number): number {
    const isAfterWord = this.#usesWords && wordCharacters.has(code);
    const { main, behind } = this.#follow(state, isAfterWord ? 'word' : 'other');
    if (main.isCompleted) return matched;
    return this.#numberOf({
      isFirst: false,
      isAfterWord,
      ways: this.#readAll(this.#main, main.reading, code),
      behind: behind.map(({ reading }, index) => this.#readAll(this.#behind[index]!, reading, code)),
    });
  }

  #numberOf({ isFirst, isAfterWord, ways, behind }: Omit<State, 'followed' | 'next'>): number {
    const { steps, isAnchored } = this.#main.program;
    if (ways.some((way) => steps[way]?.kind === 'matched')) return matched;
    if (!isFirst && ways.length === 0 && isAnchored) return failed;
    const key = `${isFirst}${isAfterWord};${ways.join()};${behind.join(';')}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push({ isFirst, isAfterWord, ways, behind, followed: new Map(), next: new Map() }) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  #follow(state: State, following: Following): Followed {
    const known = state.followed.get(following);
    if (known) return known;
    const seen = new Set<Program>();
    const place = { state, following, seen };
    const behind = this.#behind.map((look, index) => {
      const reached = this.#reach(look, this.#atPlace(look, state.behind[index]!, place), place);
      if (reached.isCompleted) seen.add(look.program);
      return reached;
    });
    const main = this.#reach(this.#main, this.#atPlace(this.#main, state.ways, place), place);
    const followed = { main, behind };
    state.followed.set(following, followed);
    return followed;
  }

  /** The ways that lead to a place, and the one that begins there. */
  #atPlace(own: Ways, ways: readonly number[], place: Place): number[] {
    const settled = this.#settleAll(own, ways, place);
    if (place.state.isFirst || !own.program.isAnchored) settled.push(own.program.start);
    return settled;
  }

  /** Ways with what they still owe at a place, without those that owe what fails. */
  #settleAll(own: Ways, ways: readonly number[], place: Place): number[] {
    if (own.withDebts.length === 0) return [...ways];
    return ways.flatMap((way) => {
      const debts = own.withDebts[way - own.program.steps.length];
      if (!debts) return way;
      const left: Debt[] = [];
      for (const { look, negate, ways } of debts.owes) {
        this.#budget.left -= stepsOfDebt;
        const reached = this.#reach(look, this.#settleAll(look, ways, place), place);
        const verdict = verdictOf(reached);
        if (verdict === negate) return [];
        if (verdict === null) left.push(debtOf(look, negate, reached.reading));
      }
      return wayWith(own, debts.at, left);
    });
  }

  /** Follows ways as far as they go without reading. */
  #reach(own: Ways, waiting: number[], place: Place): Reached {
    const { steps } = own.program;
    const turn = (this.#turn += 1);
    const reading: number[] = [];
    let isCompleted = false;
    for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
      if (own.seen[way] === turn) continue;
      own.seen[way] = turn;
      if ((this.#budget.left -= 1) < 0) throw new RangeError('The patterns take too many steps.');
      const debts = own.withDebts[way - steps.length];
      const step = steps[debts?.at ?? way]!;
      if (step.kind === 'read' || (step.kind === 'matched' && debts)) {
        if (place.following !== 'end') reading.push(way);
      } else if (step.kind === 'matched') isCompleted = true;
      else if (step.kind === 'either')
        waiting.push(wayWith(own, step.other, debts?.owes), wayWith(own, step.next, debts?.owes));
      else {
        const owes = this.#pass(own, step, debts?.owes ?? [], place);
        if (owes) waiting.push(wayWith(own, step.next, owes));
      }
    }
    return { isCompleted, reading };
  }

  /** What a way owes after an edge or a look-around; null where it ends there. */
  #pass(
    own: Ways,
    step: Extract<PatternStep, { readonly kind: 'edge' | 'look' }>,
    owes: readonly Debt[],
    place: Place,
  ): readonly Debt[] | null {
    if (step.kind === 'edge') return isAtEdge(step.edge, place) === step.negate ? null : owes;
    const look = own.looks[step.look]!;
    if (!step.isAhead) return place.seen.has(look.program) === step.negate ? null : owes;
    const reached = this.#reach(look, [look.program.start], place);
    const verdict = verdictOf(reached);
    if (verdict === step.negate) return null;
    return verdict === null ? [...owes, debtOf(look, step.negate, reached.reading)] : owes;
  }

  #readAll(own: Ways, ways: readonly number[], code: number): readonly number[] {
    const { steps } = own.program;
    const turn = (this.#turn += 1);
    this.#budget.left -= ways.length;
    const after: number[] = [];
    for (const way of ways) {
      const debts = own.withDebts[way - steps.length];
      const at = debts?.at ?? way;
      const step = steps[at]!;
      if (step.kind === 'read' && !step.set.has(code)) continue;
      if (debts) this.#budget.left -= stepsOfDebt * debts.owes.length;
      const owes = debts?.owes.map(({ look, negate, ways }) => debtOf(look, negate, this.#readAll(look, ways, code)));
      const next = wayWith(own, step.kind === 'read' ? step.next : at, owes);
      if (own.seen[next] !== turn) after.push(next);
      own.seen[next] = turn;
    }
    return after.sort((left, right) => left - right);
  }

  #waysOf(program: Program): Ways {
    const number = (this.#programs += 1);
    const looks = program.looks.map((look) => this.#waysOf(look));
    return { program, number, looks, withDebts: [], known: new Map(), seen: Array.from(program.steps, () => 0) };
  }
}

/** A debt takes as long as some steps of a way without one. */
const stepsOfDebt = 8;

const [highHalf, lowHalf] = [0xd800, 0xdc00];

function wayWith({ program, withDebts, known }: Ways, at: number, owes: readonly Debt[] = []): number {
  if (owes.length === 0) return at;
  const distinct = new Map(owes.map((one) => [one.key, one]));
  const key = `${at} ${[...distinct.keys()].sort()}`;
  const way = known.get(key) ?? program.steps.length + withDebts.push({ at, owes: [...distinct.values()] }) - 1;
  known.set(key, way);
  return way;
}

function debtOf(look: Ways, negate: boolean, ways: readonly number[]): Debt {
  return {
    look,
    negate,
    ways,
    key: `${negate ? '!' : '='}${look.number}(${ways.toSorted((one, other) => one - other)})`,
  };
}

/** Whether a look-ahead holds; null while that depends on what follows. */
function verdictOf({ isCompleted, reading }: Reached): boolean | null {
  return isCompleted ? true : reading.length === 0 ? false : null;
}

function isAtEdge(edge: 'start' | 'end' | 'word', { state, following }: Place): boolean {
  if (edge === 'start') return state.isFirst;
  return edge === 'end' ? following === 'end' : state.isAfterWord !== (following === 'word');
}

/** The look-behinds of a program at any depth, the inner ones first. */
function lookBehindsOf({ program, looks }: Ways): readonly Ways[] {
  return looks.flatMap((look, index) => {
    const inside = lookBehindsOf(look);
    if (program.steps.some((step) => step.kind === 'look' && step.look === index && step.isAhead)) return inside;
    if (look.program.steps.some((step) => step.kind === 'look' && step.isAhead))
      throw new RangeError('A look-ahead inside a look-behind is not supported.');
    return [...inside, look];
  });
}

function usesWords({ steps, looks }: Program): boolean {
  return steps.some((step) => step.kind === 'edge' && step.edge === 'word') || looks.some(usesWords);
}

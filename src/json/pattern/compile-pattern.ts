import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { characterSet, type CharacterSet } from './character-set.js';
import { isAnchored, isLinear } from './is-linear.js';
import type { Budget } from './step-limit.js';

/** One step through a pattern; numbers are positions in the steps of its program. */
export type PatternStep =
  | { readonly kind: 'read'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'either'; readonly next: number; readonly other: number }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word'; readonly negate: boolean; readonly next: number }
  | {
      readonly kind: 'look';
      readonly look: number;
      readonly isAhead: boolean;
      readonly negate: boolean;
      readonly next: number;
    }
  | { readonly kind: 'matched' };

/** A pattern, or what a look-around looks for. */
export interface Program {
  readonly steps: readonly PatternStep[];
  readonly start: number;
  /** Read from the end of the text. */
  readonly isBackward: boolean;
  /** A way begins at the first place alone. */
  readonly isAnchored: boolean;
  readonly looks: readonly Program[];
}

/** A compiled pattern. Without the flag `u` a text is read by code units. */
export interface CompiledPattern extends Program {
  readonly isUnicode: boolean;
  /** The steps of everything in it. */
  readonly size: number;
  /** The expression of JavaScript where it takes time in proportion to the text; null for any other. */
  readonly expression: RegExp | null;
}

/** How look-ahead is read: from the end of a text, so that one pass answers it for every place, or along with what follows. */
export type LookAhead = 'backward' | 'forward';

/** A repetition counts as often as it says. */
const mostSteps = 100_000;

/**
 * Compiles a pattern as JSON Schema asks (ECMA-262, flag `u`); null for one that is not valid, has back references or modifiers, or is too large. Takes
 * a step of the budget for each step that it writes and each character that it reads; with none left in the end, null decides nothing.
 */
export function compilePattern(
  pattern: string,
  lookAhead: LookAhead = 'backward',
  budget: Budget = { left: Infinity },
): CompiledPattern | null {
  budget.left -= pattern.length;
  if (budget.left < 0) return null;
  const unicode = parse(pattern, true);
  const alternatives = unicode ?? parse(pattern, false);
  if (alternatives === null) return null;
  const given = Math.min(mostSteps, budget.left);
  const room = { left: given };
  try {
    const isUnicode = unicode !== null;
    const program = new ProgramWriter(isUnicode, room, lookAhead, false).write(alternatives);
    const size = given - room.left;
    const expression = isLinear(alternatives, size) ? new RegExp(pattern, isUnicode ? 'u' : '') : null;
    return { ...program, isUnicode, size, expression };
  } catch {
    return null;
  } finally {
    budget.left -= given - room.left;
  }
}

function parse(pattern: string, isUnicode: boolean): readonly AST.Alternative[] | null {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, isUnicode).alternatives;
  } catch {
    return null;
  }
}

/** Writes the steps of a program, the last one first. */
class ProgramWriter {
  readonly #steps: PatternStep[] = [];
  readonly #looks: Program[] = [];

  constructor(
    readonly isUnicode: boolean,
    readonly room: { left: number },
    readonly order: LookAhead,
    readonly isBackward: boolean,
  ) {}

  write(alternatives: readonly AST.Alternative[]): Program {
    const start = this.#anyOf(alternatives, this.#add({ kind: 'matched' }));
    return {
      steps: this.#steps,
      start,
      isBackward: this.isBackward,
      isAnchored: !this.isBackward && isAnchored(alternatives),
      looks: this.#looks,
    };
  }

  #add(step: PatternStep): number {
    if ((this.room.left -= 1) < 0) throw new RangeError('The pattern is too large.');
    return this.#steps.push(step) - 1;
  }

  #anyOf(alternatives: readonly AST.Alternative[], next: number): number {
    return alternatives
      .map(({ elements }) => this.#sequence(elements, next))
      .reduceRight((other, start) => this.#add({ kind: 'either', next: start, other }));
  }

  #sequence(elements: readonly AST.Element[], next: number): number {
    const inTurn = this.isBackward ? elements : elements.toReversed();
    return inTurn.reduce((after, element) => this.#element(element, after), next);
  }

  #element(element: AST.Element, next: number): number {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#add({ kind: 'read', set: characterSet(element, this.isUnicode), next });
      case 'CapturingGroup':
        return this.#anyOf(element.alternatives, next);
      case 'Group':
        if (element.modifiers) throw new TypeError('Modifiers are not supported.');
        return this.#anyOf(element.alternatives, next);
      case 'Quantifier':
        return this.#repeat(element, next);
      case 'Assertion':
        return this.#assert(element, next);
      default:
        throw new TypeError(`${element.type} is not supported.`);
    }
  }

  #repeat({ element, min, max }: AST.Quantifier, next: number): number {
    let start = next;
    if (max === Infinity) {
      start = this.#add({ kind: 'either', next, other: next });
      this.#steps[start] = { kind: 'either', next: this.#element(element, start), other: next };
    } else {
      for (let count = min; count < max; count += 1)
        start = this.#add({ kind: 'either', next: this.#element(element, start), other: next });
    }
    for (let count = 0; count < min; count += 1) start = this.#element(element, start);
    return start;
  }

  #assert(assertion: AST.Assertion, next: number): number {
    if ('alternatives' in assertion) {
      const isAhead = assertion.kind === 'lookahead';
      const writer = new ProgramWriter(this.isUnicode, this.room, this.order, isAhead && this.order === 'backward');
      const look = this.#looks.push(writer.write(assertion.alternatives)) - 1;
      return this.#add({ kind: 'look', look, isAhead, negate: assertion.negate, next });
    }
    const { kind } = assertion;
    return this.#add({ kind: 'edge', edge: kind, negate: kind === 'word' && assertion.negate, next });
  }
}

import { LRUCache } from 'lru-cache';
import { alphabetOf } from './alphabet.js';
import { compilePattern, type CompiledPattern } from './compile-pattern.js';
import { failed, matched, PatternStates } from './pattern-states.js';
import { sharedSteps, wholeSteps, type Budget } from './step-limit.js';

/** What a text has to be like. */
export interface TextQuery {
  /** Patterns that it matches, and patterns that it does not match. */
  readonly matching: readonly string[];
  readonly refusing: readonly string[];
  /** The fewest and the most characters. */
  readonly min: number;
  readonly max: number;
  /** Texts that it is not. */
  readonly except: readonly string[];
}

/** A shortest text, a proof that there is none, or neither. */
export type FoundText =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided' };

/** The steps that one search may take: some 250 ms. */
const mostSteps = 1_000_000;

/** What a search takes before its first step. */
const stepsOfStart = 100;

/** A step through all automata takes as long as some steps of a match, which may share a limit with it. */
const stepsOfMatch = 10;

const known = new LRUCache<string, { readonly found: FoundText; readonly steps: number }>({ max: 2000 });

/** What one work has found; who asks again within it need not look again. */
const answers = new WeakMap<Budget, Map<string, FoundText>>();

/** Finds a shortest text that matches some patterns and does not match others. Other work may have found it before; that takes as many steps again. */
export function findText(query: TextQuery): FoundText {
  const key = JSON.stringify(query);
  const whole = wholeSteps();
  const answered = whole && (answers.get(whole) ?? new Map<string, FoundText>());
  if (whole) answers.set(whole, answered!);
  const answer = answered?.get(key);
  if (answer) {
    sharedSteps()!.left -= stepsOfMatch;
    return answer;
  }
  const found = findAnew(query, key);
  if (found.kind !== 'undecided') answered?.set(key, found);
  return found;
}

function findAnew(query: TextQuery, key: string): FoundText {
  const shared = sharedSteps();
  const allowed = shared ? Math.min(mostSteps, Math.floor(shared.left / stepsOfMatch)) : mostSteps;
  if (allowed < stepsOfStart) return { kind: 'undecided' };
  const before = known.get(key);
  if (before && before.steps <= allowed) {
    if (shared) shared.left -= before.steps * stepsOfMatch;
    return before.found;
  }
  const budget: Budget = { left: allowed };
  const found = search(query, budget);
  const steps = allowed - Math.max(0, budget.left);
  if (shared) shared.left -= steps * stepsOfMatch;
  if (found.kind !== 'undecided' || allowed === mostSteps) known.set(key, { found, steps });
  return found;
}

function search(query: TextQuery, budget: Budget): FoundText {
  if (query.matching.some((pattern) => query.refusing.includes(pattern))) return { kind: 'none' };
  const patterns = [...query.matching, ...query.refusing].map((pattern) => compilePattern(pattern, 'forward', budget));
  if (!patterns.every((pattern) => pattern !== null)) return { kind: 'undecided' };
  try {
    const text = walk(query, patterns, budget);
    return text === null ? { kind: 'none' } : { kind: 'found', text };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'undecided' };
    throw error;
  }
}

/** A place in all automata at once, and the way to it. */
interface Node {
  readonly states: readonly number[];
  /** The place in the texts that are left out; -1 in none of them. */
  readonly excepted: number;
  readonly length: number;
  readonly before: Node | null;
  readonly code: number;
}

/** Walks through all automata at once, breadth first; null where no place is left. */
function walk(
  { matching, min, max, except }: TextQuery,
  patterns: readonly CompiledPattern[],
  budget: Budget,
): string | null {
  const automata = patterns.map((pattern) => new PatternStates(pattern, budget));
  const isAsked = automata.map((_, index) => index < matching.length);
  const isHopeless = (states: readonly number[]) =>
    states.some((state, index) => state === (isAsked[index] ? failed : matched));
  const isWanted = ({ states, excepted, length }: Node) =>
    length >= min &&
    !left.isEnd(excepted) &&
    states.every((state, index) => automata[index]!.accepts(state) === isAsked[index]);
  const left = prefixTree(except.filter((text) => text.length >= min && text.length <= 2 * max));
  budget.left -= stepsOfStart + left.texts.reduce((sum, text) => sum + text.length, 0);
  const symbols = alphabetOf(patterns, left.texts, budget);
  const first: Node = { states: automata.map(({ start }) => start), excepted: 0, length: 0, before: null, code: 0 };
  const seen = new Set<string>();
  let layer: readonly Node[] = isHopeless(first.states) ? [] : [first];
  while (layer.length > 0) {
    const found = layer.find(isWanted);
    if (found) return textTo(found);
    const next: Node[] = [];
    for (const node of layer) {
      if (node.length >= max) continue;
      for (const code of symbols) {
        if ((budget.left -= 1 + automata.length) < 0) throw new RangeError('The texts take too many steps.');
        const states = node.states.map((state, index) => automata[index]!.step(state, code));
        if (isHopeless(states)) continue;
        const length = node.length + 1;
        const excepted = left.step(node.excepted, code);
        const key = `${states.join()};${excepted};${Math.min(length, min)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ states, excepted, length, before: node, code });
      }
    }
    layer = next;
  }
  return null;
}

function textTo(end: Node): string {
  const codes: number[] = [];
  for (let node = end; node.before; node = node.before) codes.push(node.code);
  return codes
    .toReversed()
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/** Texts as a tree of their beginnings. */
function prefixTree(texts: readonly string[]) {
  const [children, ends] = [[new Map<number, number>()], new Set<number>()];
  for (const text of texts) {
    let at = 0;
    for (const character of text) {
      const code = character.codePointAt(0)!;
      const next = children[at]!.get(code) ?? children.push(new Map()) - 1;
      children[at]!.set(code, next);
      at = next;
    }
    ends.add(at);
  }
  return {
    texts,
    step: (at: number, code: number) => children[at]?.get(code) ?? -1,
    isEnd: (at: number) => ends.has(at),
  };
}

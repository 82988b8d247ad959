import { LRUCache } from 'lru-cache';
import { wordCharacters } from './character-set.js';
import { compilePattern, type CompiledPattern, type Program } from './compile-pattern.js';
import { mostSteps, sharedSteps, wholeSteps, type Budget } from './step-limit.js';

/** A compiled pattern, and the steps that this took. */
interface Compiled {
  readonly pattern: CompiledPattern | null;
  readonly steps: number;
}

/** The steps of all compiled patterns that are remembered: some 100 MB. */
const maxSize = 1_000_000;

const createMemory = () =>
  new LRUCache<string, Compiled>({ maxSize, sizeCalculation: ({ pattern }) => pattern?.size ?? 1 });

const compiled = createMemory();

/** What some work has compiled, so that it takes as many steps whether other work had compiled it before. */
const compiledIn = new WeakMap<Budget, LRUCache<string, Compiled>>();

/** A step of compiling takes as long as some steps of a match. */
const stepsOfCompiling = 4;

/** Whether svckit can match a pattern. */
export function canMatch(pattern: string): boolean {
  return lookUp(pattern) !== null;
}

/**
 * Whether some part of a text matches a pattern, as in ECMA-262; null where that is not decided: for a pattern that svckit
 * cannot match, and beyond the steps. Takes time in proportion to the text.
 */
export function matchPattern(pattern: string, text: string): boolean | null {
  const program = lookUp(pattern);
  if (program === null) return null;
  if (program.expression) return program.expression.test(text);
  const budget = sharedSteps() ?? { left: mostSteps };
  if ((budget.left -= text.length) < 0) return null;
  const found = placesOf(program, codesOf(text, program.isUnicode), budget, true);
  return found === null ? null : found.includes(1);
}

function lookUp(pattern: string): CompiledPattern | null {
  const whole = wholeSteps();
  if (whole === null) return (compiled.get(pattern) ?? remember(pattern, compile(pattern, mostSteps))).pattern;
  const own = compiledIn.get(whole) ?? createMemory();
  compiledIn.set(whole, own);
  const known = own.get(pattern);
  if (known) return known.pattern;
  const shared = sharedSteps()!;
  const allowed = Math.floor(shared.left / stepsOfCompiling);
  const before = compiled.get(pattern);
  const made = before && before.steps <= allowed ? before : compile(pattern, allowed);
  shared.left -= made.steps * stepsOfCompiling;
  if (shared.left < 0) return null;
  own.set(pattern, made);
  return remember(pattern, made).pattern;
}

function remember(pattern: string, made: Compiled): Compiled {
  compiled.set(pattern, made);
  return made;
}

function compile(pattern: string, allowed: number): Compiled {
  const budget = { left: allowed };
  const made = compilePattern(pattern, 'backward', budget);
  return { pattern: made, steps: 1 + allowed - budget.left };
}

function codesOf(text: string, isUnicode: boolean): Uint32Array {
  const codes = new Uint32Array(text.length);
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = isUnicode ? text.codePointAt(index)! : text.charCodeAt(index);
    codes[count++] = code;
    if (code > 0xffff) index += 1;
  }
  return codes.subarray(0, count);
}

/** Follows all ways through a program at once, and marks the places of a text where one completes; null beyond the steps. */
function placesOf(
  { steps, start, isBackward, isAnchored, looks }: Program,
  codes: Uint32Array,
  budget: Budget,
  isFirstEnough: boolean,
): Uint8Array | null {
  const looked: Uint8Array[] = [];
  for (const look of looks) {
    const places = placesOf(look, codes, budget, false);
    if (places === null) return null;
    looked.push(places);
  }
  const completed = new Uint8Array(codes.length + 1);
  const lastTurn = new Uint32Array(steps.length);
  let [waiting, after]: [number[], number[]] = [[], []];
  for (let turn = 1; turn <= codes.length + 1; turn += 1) {
    const place = isBackward ? codes.length + 1 - turn : turn - 1;
    const code = codes[isBackward ? place - 1 : place];
    if (turn === 1 || !isAnchored) waiting.push(start);
    if (waiting.length === 0) break;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (lastTurn[at] === turn) continue;
      lastTurn[at] = turn;
      if ((budget.left -= 1) < 0) return null;
      const step = steps[at]!;
      if (step.kind === 'read') {
        if (code !== undefined && step.set.has(code)) after.push(step.next);
      } else if (step.kind === 'either') waiting.push(step.other, step.next);
      else if (step.kind === 'matched') {
        completed[place] = 1;
        if (isFirstEnough) return completed;
      } else {
        const holds = step.kind === 'look' ? looked[step.look]![place] === 1 : isAtEdge(step.edge, codes, place);
        if (holds !== step.negate) waiting.push(step.next);
      }
    }
    [waiting, after] = [after, waiting];
  }
  return completed;
}

function isAtEdge(edge: 'start' | 'end' | 'word', codes: Uint32Array, place: number): boolean {
  if (edge === 'start') return place === 0;
  if (edge === 'end') return place === codes.length;
  return isWord(codes[place - 1]) !== isWord(codes[place]);
}

const isWord = (code: number | undefined) => code !== undefined && wordCharacters.has(code);

import { Branch, type Surroundings } from './branch.js';
import type { Formula } from './formula.js';
import { stepsLeft } from './search-steps.js';

/** The cases of formulas that hold together, each without choices. */
export interface Split {
  readonly branches: readonly Branch[];
  /** There are more cases, whose number is too large. */
  readonly isPartial: boolean;
}

/** The most cases that are told apart. */
const maximumBranches = 1000;

/** Lists the cases of formulas that hold together; it takes half of the steps that are left at most. */
export function splitBranches(formulas: readonly Formula[], around: Surroundings): Split {
  const reserve = stepsLeft() / 2;
  const first = new Branch(around);
  if (!formulas.every((formula) => first.add(formula))) return { branches: [], isPartial: false };
  const branches: Branch[] = [];
  const waiting = [first];
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    if (branches.length >= maximumBranches || (branches.length > 0 && stepsLeft() < reserve))
      return { branches, isPartial: true };
    const options = branch.values === null ? nextChoice(branch) : [];
    if (options === 'impossible') continue;
    if (options.length === 0) branches.push(branch);
    for (const option of options.toReversed()) {
      const next = options.length === 1 ? branch : branch.copy();
      if (next.add(option)) waiting.push(next);
    }
  }
  return { branches, isPartial: false };
}

/**
 * The open options of the choice that says most: one with a single option, else the alternatives of a schema, else what a
 * schema could lack, which the alternatives often settle. The fewest options first; none when every choice is settled.
 */
function nextChoice(branch: Branch): readonly Formula[] | 'impossible' {
  let best: readonly Formula[] = [];
  let chosen = -1;
  let isBestStrong = false;
  for (let index = 0; index < branch.choices.length; index += 1) {
    const options = openOptions(branch, branch.choices[index]!.of);
    if (options === 'passed') {
      branch.choices.splice(index, 1);
      index -= 1;
      continue;
    }
    if (options.length === 0) return 'impossible';
    const isStrong = options.length === 1 || options.some(isAlternative);
    const isBetter = isStrong === isBestStrong ? options.length < best.length : isStrong;
    if (chosen >= 0 && !isBetter) continue;
    best = options;
    chosen = index;
    isBestStrong = isStrong;
    if (options.length === 1) break;
  }
  if (chosen >= 0) branch.choices.splice(chosen, 1);
  return best;
}

/** Whether an option is a schema that the value passes as a whole. */
function isAlternative(option: Formula): boolean {
  if (option.kind === 'every') return option.of.some((part) => part.kind === 'link' && !part.negated);
  return option.kind === 'link' ? !option.negated : option.kind === 'values' && !option.not;
}

function openOptions(branch: Branch, options: readonly Formula[]): readonly Formula[] | 'passed' {
  const open: Formula[] = [];
  for (const option of options) {
    const verdict = branch.judge(option);
    if (verdict === 'passed') return 'passed';
    if (verdict === 'open') open.push(option);
  }
  return open;
}

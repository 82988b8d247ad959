import { Branch, type SameSchema } from './branch.js';
import type { Formula } from './formula.js';

/** A number of steps that a search may take; counted, so that the same input gives the same answer on every machine. */
export interface Budget {
  left: number;
}

/** Lists the cases of formulas that hold together, each without choices; null when the budget is used up. */
export function splitBranches(
  formulas: readonly Formula[],
  same: SameSchema,
  budget: Budget,
): readonly Branch[] | null {
  const first = new Branch(same);
  if (!formulas.every((formula) => first.add(formula))) return [];
  const done: Branch[] = [];
  const waiting = [first];
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    budget.left -= 1;
    if (budget.left < 0) return null;
    const options = branch.values === null ? nextChoice(branch, budget) : [];
    if (options === 'impossible') continue;
    if (options.length === 0) done.push(branch);
    for (const option of options.toReversed()) {
      const next = options.length === 1 ? branch : branch.copy();
      if (next.add(option)) waiting.push(next);
    }
  }
  return done;
}

/** The open options of the choice that has the fewest; none when every choice is settled. */
function nextChoice(branch: Branch, budget: Budget): readonly Formula[] | 'impossible' {
  let best: readonly Formula[] = [];
  let chosen = -1;
  for (let index = 0; index < branch.choices.length; index += 1) {
    const options = openOptions(branch, branch.choices[index]!.of, budget);
    if (options === 'passed') {
      branch.choices.splice(index, 1);
      index -= 1;
    } else if (options.length === 0) return 'impossible';
    else if (chosen < 0 || options.length < best.length) {
      best = options;
      chosen = index;
      if (options.length === 1) break;
    }
  }
  if (chosen >= 0) branch.choices.splice(chosen, 1);
  return best;
}

function openOptions(branch: Branch, options: readonly Formula[], budget: Budget): readonly Formula[] | 'passed' {
  const open: Formula[] = [];
  for (const option of options) {
    budget.left -= 1;
    const verdict = branch.judge(option);
    if (verdict === 'passed') return 'passed';
    if (verdict === 'open') open.push(option);
  }
  return open;
}

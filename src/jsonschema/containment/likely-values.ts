import type { Formula } from './formula.js';
import type { Part } from './part-formulas.js';
import type { FormulaReader } from './reading.js';

/** What a value of the alternative that a part is about passes. */
export function alternativeIn(
  part: Part | undefined,
  sender: 'base' | 'revision',
  from: FormulaReader,
  to: FormulaReader,
): readonly Formula[] {
  if (!part?.alternative) return [];
  const { side, node } = part.alternative;
  return [(side === sender ? from : to.doubled()).link(node)];
}

/** Asks for the members that distinguish the objects of the first formula from others: those with listed values. */
export function tagged(formulas: readonly Formula[]): readonly Formula[] {
  const [first] = formulas;
  const tags = first
    ? partsOf(first).flatMap((part) => (part.kind === 'member' && isListed(part.is) ? [part.name] : []))
    : [];
  return [...formulas, ...tags.map((name) => ({ kind: 'required', name, isAsked: true }) as const)];
}

function isListed(formula: Formula): boolean {
  return partsOf(formula).some((part) => part.kind === 'values' && !part.not);
}

/** What a formula says, with the schemas that it refers to and joins. */
function partsOf(formula: Formula): readonly Formula[] {
  const parts: Formula[] = [];
  const seen = new Set<Formula>();
  const waiting = [formula];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'every') for (const part of next.of) waiting.push(part);
    else if (next.kind === 'link') waiting.push(next.read());
    else parts.push(next);
  }
  return parts;
}

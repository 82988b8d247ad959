import { textAt, type JsonObject } from '../../json/json.js';

/** Stability levels from the least to the most stable. */
export const stabilityLevels = ['draft', 'alpha', 'beta', 'stable'] as const;

/** How `x-stability-level` changed; `invalid` names a value that is not a level; an absent level means stable. */
export type StabilityChange =
  | { readonly kind: 'decreased' | 'increased'; readonly text: string }
  | { readonly kind: 'invalid'; readonly text: string }
  | null;

/** Compares the stability of one thing that both documents have. */
export function compareStability(base: JsonObject, revision: JsonObject): StabilityChange {
  const [from, to] = [readStability(base), readStability(revision)];
  const invalid = [from, to].find((level) => rank(level) < 0);
  if (invalid !== undefined) {
    return {
      kind: 'invalid',
      text: `has an invalid stability level ${JSON.stringify(invalid)}; write one of ${stabilityLevels.join(', ')}`,
    };
  }
  if (from === to) return null;
  return {
    kind: rank(to) < rank(from) ? 'decreased' : 'increased',
    text: `stability level changed from ${from} to ${to}`,
  };
}

/** Whether an operation never promised to stay: it is a draft, or alpha. */
export function isUnstable(node: JsonObject): boolean {
  return ['draft', 'alpha'].includes(readStability(node));
}

function readStability(node: JsonObject): string {
  const level = node['x-stability-level'];
  return level === undefined ? 'stable' : (textAt(level) ?? JSON.stringify(level));
}

function rank(level: string): number {
  return (stabilityLevels as readonly string[]).indexOf(level);
}

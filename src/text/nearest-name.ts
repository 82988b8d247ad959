import { escapeTerminal } from './escape.js';

const longestList = 8;

/** The names that a mistyped one was probably meant to be, at most three, the nearest first. */
export function nearestNames(name: string, names: Iterable<string>): readonly string[] {
  const wanted = simplify(name);
  return [...names]
    .map((candidate) => ({ candidate, distance: nearness(wanted, simplify(candidate)) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** `Did you mean "routes"?`; null when no name is near. */
export function didYouMean(name: string, names: Iterable<string>): string | null {
  const [near] = nearestNames(name, names);
  return near === undefined ? null : `Did you mean "${escapeTerminal(near)}"?`;
}

/** What to write instead of an unknown name: `Did you mean "yaml"? Available: json, yaml.` A long list is left out, and `otherwise` stands in for it. */
export function suggestName(name: string, available: readonly string[], otherwise = ''): string {
  const question = didYouMean(name, available);
  if (available.length > longestList) return question ?? otherwise;
  if (available.length < (question === null ? 1 : 2)) return question ?? otherwise;
  return `${question === null ? '' : `${question} `}Available: ${available.map(escapeTerminal).join(', ')}.`;
}

/** `Unknown version "9". Available: 1, 2.` */
export function unknownName(noun: string, name: string, available: readonly string[], otherwise = ''): string {
  return `Unknown ${noun} ${JSON.stringify(name)}. ${suggestName(name, available, otherwise)}`.trimEnd();
}

/** Case, blanks, hyphens and underscores are slips that cost nothing. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** The number of edits, where they are few for the length of the names; Infinity otherwise. */
function nearness(a: string, b: string): number {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  const limit = Math.min(Math.max(2, Math.floor(longer / 3)), Math.max(shorter - 1, 0));
  if (longer - shorter > limit) return Infinity;
  const distance = editDistance(a, b);
  return distance <= limit ? distance : Infinity;
}

/** Optimal string alignment: a letter added, removed, replaced, or two neighbours swapped. */
export function editDistance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

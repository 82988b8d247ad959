/** The name that a mistyped one was probably meant to be; null when none is near. */
export function closestName(typed: string, names: readonly string[]): string | null {
  const wanted = simplify(typed);
  const limit = Math.max(2, Math.floor(wanted.length / 3));
  const ranked = names
    .map((name) => ({ name, distance: editDistance(wanted, simplify(name)) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

function simplify(name: string): string {
  return name.replace(/[^a-z\d]/gi, '').toUpperCase();
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substitution));
    }
    row = next;
  }
  return row[b.length]!;
}

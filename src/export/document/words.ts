/** `findUserById` as `Find user by id`. */
export function humanise(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .trim()
    .split(/\s+/);
  const sentence = words
    .map((word, index) => (index > 0 && !/^[A-Z]{2,}$/.test(word) ? word.toLowerCase() : word))
    .join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `a`, `a or b`, `a, b or c`. */
export function listOf(words: readonly string[], conjunction: 'and' | 'or' = 'or'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** `2026-09-01`, with the time only where it is not midnight UTC. */
export function readableDate(iso: string): string {
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

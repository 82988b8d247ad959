/** `1, 2 and 3` */
export function joinWords(words: readonly string[], conjunction = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)!}`;
}

/** `1 error`, `2 errors` */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

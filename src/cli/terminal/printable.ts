/** Text of other people without what a terminal would obey: no escape sequence of theirs reaches it. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '');
}

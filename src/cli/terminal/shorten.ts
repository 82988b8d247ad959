/** Keeps the beginning: `UsersContro…` */
export function shortenEnd(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Keeps the end: `…controller.ts:12` */
export function shortenStart(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width
    ? text
    : `…${characters.slice(characters.length - Math.max(0, width - 1)).join('')}`;
}

/** Keeps the end behind the last dot: `PeopleV1Contr….list` */
export function shortenBeforeDot(text: string, width: number): string {
  const end = text.slice(text.lastIndexOf('.'));
  const fits = text.includes('.') && [...end].length + 2 <= width;
  return [...text].length <= width || !fits
    ? shortenEnd(text, width)
    : `${shortenEnd(text.slice(0, -end.length), width - [...end].length)}${end}`;
}

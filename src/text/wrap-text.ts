/** Lines of whole words that fit into `width` characters, each behind `indent`; a word longer than a line stands alone. */
export function wrapText(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && [...indent, ...longer].length > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].map((entry) => `${indent}${entry}`);
}

/** A text behind an indent, on as many lines of a terminal as it needs, those after the first further in; one line where it goes elsewhere. */
export function wrapLine(text: string, columns: number | null, indent: string, further = ''): string {
  if (columns === null || [...indent, ...text].length <= columns) return `${indent}${text}`;
  const [first = '', ...rest] = wrapText(text, columns, indent);
  if (rest.length === 0) return first;
  return [first, ...wrapText(rest.map((line) => line.trim()).join(' '), columns, indent + further)].join('\n');
}

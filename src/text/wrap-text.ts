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

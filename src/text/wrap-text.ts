/**
 * Lines of whole words that fit into `width` characters, the first behind `indent` and the others behind `further`. A word longer than a line,
 * such as a value in JSON, is broken after its commas, and stands alone where it has none.
 */
export function wrapText(text: string, width: number, indent: string, further = indent): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const { piece, space } of piecesOf(text, width - further.length)) {
    const longer = isEmpty ? `${line}${piece}` : `${line}${space}${piece}`;
    if (isEmpty || [...longer].length <= width) {
      line = longer;
    } else {
      lines.push(line);
      line = `${further}${piece}`;
    }
    isEmpty = false;
  }
  return [...lines, line];
}

/** A text behind an indent, on as many lines of a terminal as it needs, those after the first further in; one line where it goes elsewhere. */
export function wrapLine(text: string, columns: number | null, indent: string, further = ''): string {
  if (columns === null || [...indent, ...text].length <= columns) return `${indent}${text}`;
  return wrapText(text, columns, indent, indent + further).join('\n');
}

/** The parts between which a line may end, each with what stands before it on the same line. */
const piecesOf = (text: string, room: number): readonly { readonly piece: string; readonly space: string }[] =>
  text.split(/\s+/).flatMap((word) => {
    const parts = [...word].length > room ? word.split(/(?<=,)/) : [word];
    return parts.map((piece, index) => ({ piece, space: index === 0 ? ' ' : '' }));
  });

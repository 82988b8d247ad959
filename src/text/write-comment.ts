/** A documentation comment of TypeScript; empty for empty text. */
export function writeComment(text: string): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split(/\r?\n/);
  if (lines.length === 1) return lines[0] === '' ? '' : `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

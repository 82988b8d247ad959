import { readFileSync, writeFileSync } from 'node:fs';

/** The rows of a file of columns between tabs; the first line names the columns. */
export function readTable(file) {
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

/** Writes rows with the columns that the file has. */
export function writeTable(file, rows) {
  const [head] = readFileSync(file, 'utf8').split('\n');
  const names = head.split('\t');
  const lines = rows.map((row) =>
    names
      .map((name) => row[name])
      .join('\t')
      .trimEnd(),
  );
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`);
}

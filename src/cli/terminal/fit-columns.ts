export interface Column<Name extends string = string> {
  readonly name: Name;
  /** The width that shows everything. */
  readonly natural: number;
  /** The width below which the column says too little. */
  readonly least: number;
  /** Columns with higher numbers go first when there is no room; 0 stays. */
  readonly drop: number;
}

export interface FittedColumn<Name extends string = string> {
  readonly name: Name;
  readonly width: number;
}

/** The columns that fit into `available` characters, `gap` between two of them: dropped first, then shortened, the widest first. */
export function fitColumns<Name extends string>(
  columns: readonly Column<Name>[],
  available: number,
  gap: number,
): readonly FittedColumn<Name>[] {
  const kept = dropColumns(columns, available, gap);
  const widths = new Map(kept.map((column) => [column.name, column.natural]));
  let excess = total([...widths.values()], gap) - available;
  const widest = (floor: (column: Column<Name>) => number) =>
    kept
      .filter((column) => widths.get(column.name)! > floor(column))
      .sort((a, b) => widths.get(b.name)! - widths.get(a.name)!)[0];
  while (excess > 0) {
    const column = widest(({ least }) => least) ?? widest(() => 1);
    if (!column) break;
    widths.set(column.name, widths.get(column.name)! - 1);
    excess -= 1;
  }
  return kept.map(({ name }) => ({ name, width: widths.get(name)! }));
}

function dropColumns<Name extends string>(
  columns: readonly Column<Name>[],
  available: number,
  gap: number,
): readonly Column<Name>[] {
  const least = total(
    columns.map((column) => Math.min(column.least, column.natural)),
    gap,
  );
  const droppable = columns.filter(({ drop }) => drop > 0).sort((a, b) => b.drop - a.drop)[0];
  return least <= available || !droppable
    ? columns
    : dropColumns(
        columns.filter((column) => column !== droppable),
        available,
        gap,
      );
}

const total = (widths: readonly number[], gap: number) =>
  widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1);

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

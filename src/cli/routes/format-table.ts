import { warningColour } from '../terminal/colours.js';
import type { ChalkInstance } from 'chalk';
import type { ListedRoute } from '../../routing/table/route.js';
import { columnsOf } from '../../text/columns-of.js';
import { groupBy } from '../../text/group-by.js';
import { wrapText } from '../../text/wrap-text.js';
import { type Column, fitColumns, shortenBeforeDot, shortenEnd, shortenStart } from '../terminal/fit-columns.js';
import { printTable } from '../terminal/print-table.js';
import { type RouteCells, routeCells, routeHeadings } from './route-cells.js';

type Name = keyof RouteCells;

/** The least width of a column, which column is dropped first, and how a cell is shortened. */
const layout: Readonly<
  Record<
    Name,
    Pick<Column, 'least' | 'drop'> & {
      readonly shorten: (text: string, width: number) => string;
    }
  >
> = {
  method: { least: 7, drop: 0, shorten: shortenEnd },
  path: { least: 24, drop: 0, shorten: shortenEnd },
  version: { least: 7, drop: 0, shorten: shortenEnd },
  handler: { least: 18, drop: 1, shorten: shortenBeforeDot },
  access: { least: 8, drop: 3, shorten: shortenEnd },
  deprecated: { least: 10, drop: 2, shorten: shortenEnd },
  sunset: { least: 10, drop: 0, shorten: shortenEnd },
  source: { least: 20, drop: 4, shorten: shortenStart },
};
const names = Object.keys(layout) as Name[];
const gap = 2;

interface Row {
  readonly cells: RouteCells;
  readonly isDeprecated: boolean;
}

/**
 * A table for people, at most `width` characters wide, and a line that says what it hides; undefined shortens nothing. Routes that differ
 * only in their version share a row, and a column without a value is left out.
 */
export function formatTable(routes: readonly ListedRoute[], width: number | undefined, colours: ChalkInstance): string {
  const rows = joinVersions(routes);
  const columns = names.flatMap((name) => columnOf(name, rows));
  const shown =
    width === undefined
      ? columns.map(({ name, natural }) => ({ name, width: natural }))
      : fitColumns(columns, width, gap);
  const cut = (cells: RouteCells) => shown.map(({ name, width: limit }) => layout[name].shorten(cells[name], limit));
  const heading = cut(routeHeadings).map((cell) => [cell, colours.bold] as const);
  const lines = rows.map(({ cells, isDeprecated }) =>
    isDeprecated ? cut(cells).map((cell) => [cell, warningColour(colours)] as const) : cut(cells),
  );
  const hint = hiddenBy(columns, shown);
  const hints = hint === null ? [] : ['', ...wrapText(hint, width ?? Infinity, '').map((line) => colours.dim(line))];
  return `${printTable([heading, ...lines])}${hints.map((line) => `${line}\n`).join('')}`;
}

/** A row for all versions of an operation that are alike in everything else. */
function joinVersions(routes: readonly ListedRoute[]): readonly Row[] {
  const rows = routes.map((route) => ({
    cells: routeCells(route),
    isDeprecated: route.deprecation !== null,
  }));
  const groups = groupBy(rows, ({ cells }) => JSON.stringify({ ...cells, version: '' }));
  return [...groups.values()].map(([first, ...others]) => ({
    ...first,
    cells: {
      ...first.cells,
      version: [first, ...others].map(({ cells }) => cells.version).join(', '),
    },
  }));
}

/** The column of a fact; none where no route has it. */
function columnOf(name: Name, rows: readonly Row[]): readonly Column<Name>[] {
  const longest = rows.reduce((most, { cells }) => Math.max(most, columnsOf(cells[name])), 0);
  if (longest === 0) return [];
  const { least, drop } = layout[name];
  return [
    {
      name,
      natural: Math.max(longest, routeHeadings[name].length),
      least,
      drop,
    },
  ];
}

/** `Hidden: SOURCE. Shortened: PATH. --wide shows everything.`; null where nothing is. */
function hiddenBy(
  columns: readonly Column<Name>[],
  shown: readonly { readonly name: Name; readonly width: number }[],
): string | null {
  const widths = new Map(shown.map(({ name, width }) => [name, width]));
  const headingsOf = (some: readonly Column<Name>[]) => some.map(({ name }) => routeHeadings[name]).join(', ');
  const hidden = headingsOf(columns.filter(({ name }) => !widths.has(name)));
  const shortened = headingsOf(columns.filter(({ name, natural }) => (widths.get(name) ?? natural) < natural));
  if (hidden === '' && shortened === '') return null;
  const said = [hidden === '' ? '' : `Hidden: ${hidden}. `, shortened === '' ? '' : `Shortened: ${shortened}. `];
  return `${said.join('')}--wide shows everything.`;
}

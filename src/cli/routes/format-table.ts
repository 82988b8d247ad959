import type { ChalkInstance } from 'chalk';
import type { ListedRoute } from '../../routing/table/route.js';
import { type Column, fitColumns, shortenBeforeDot, shortenEnd, shortenStart } from '../terminal/fit-columns.js';
import { printTable } from '../terminal/print-table.js';
import { type RouteCells, routeCells, routeHeadings } from './route-cells.js';

type Name = keyof RouteCells;

/** The least width of a column, which column is dropped first, and how a cell is shortened. */
const layout: Readonly<
  Record<Name, Pick<Column, 'least' | 'drop'> & { readonly shorten: (text: string, width: number) => string }>
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

/** A table for people, at most `width` characters wide; undefined shortens nothing. */
export function formatTable(routes: readonly ListedRoute[], width: number | undefined, colours: ChalkInstance): string {
  const rows = routes.map(routeCells);
  const columns = names.map((name) => columnOf(name, rows));
  const shown =
    width === undefined
      ? columns.map(({ name, natural }) => ({ name, width: natural }))
      : fitColumns(columns, width, gap);
  const cut = (cells: RouteCells) => shown.map(({ name, width: limit }) => layout[name].shorten(cells[name], limit));
  const colour = (cells: readonly string[], route: ListedRoute) =>
    route.deprecation ? cells.map((cell) => [cell, colours.yellow] as const) : cells;
  const heading = cut(routeHeadings).map((cell) => [cell, colours.bold] as const);
  return printTable([heading, ...rows.map((cells, index) => colour(cut(cells), routes[index]!))]);
}

/** An empty column is dropped first. */
function columnOf(name: Name, rows: readonly RouteCells[]): Column<Name> {
  const longest = Math.max(0, ...rows.map((cells) => [...cells[name]].length));
  const { least, drop } = layout[name];
  return { name, natural: Math.max(longest, routeHeadings[name].length), least, drop: longest === 0 ? 10 : drop };
}

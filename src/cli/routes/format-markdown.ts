import { codeSpan, escapeMarkdown } from '../../text/escape.js';
import type { Route } from '../../routing/table/route.js';
import { type RouteCells, routeCells } from './route-cells.js';

const headings: Readonly<Record<keyof RouteCells, string>> = {
  method: 'Method',
  path: 'Path',
  version: 'Version',
  handler: 'Handler',
  access: 'Access',
  deprecated: 'Deprecated since',
  sunset: 'Sunset',
  source: 'Source',
};
const names = Object.keys(headings) as (keyof RouteCells)[];
const code = new Set<keyof RouteCells>(['path', 'handler', 'source']);

/** A table in GitHub's Markdown. */
export function formatMarkdown(routes: readonly Route[]): string {
  const rows = routes.map((route) => {
    const cells = routeCells(route);
    return names.map((name) => (code.has(name) && cells[name] ? codeSpan(cells[name]) : escapeMarkdown(cells[name])));
  });
  const lines = [names.map((name) => headings[name]), names.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

import { formatPlace } from '../../report/result.js';
import { handlerName, type ListedRoute } from '../../routing/table/route.js';
import { codeSpan, escapeMarkdown, escapeTerminal } from '../../text/escape.js';
import { callersOf } from './route-record.js';

/** A route's facts as short words, for people, on one line each. */
export interface RouteCells {
  readonly method: string;
  readonly path: string;
  readonly version: string;
  readonly handler: string;
  readonly access: string;
  readonly deprecated: string;
  readonly sunset: string;
  readonly source: string;
}

export const routeHeadings: RouteCells = {
  method: 'METHOD',
  path: 'PATH',
  version: 'VERSION',
  handler: 'HANDLER',
  access: 'ACCESS',
  deprecated: 'DEPRECATED',
  sunset: 'SUNSET',
  source: 'SOURCE',
};

export function routeCells(route: ListedRoute): RouteCells {
  const { method, path, version, neutral, deprecation, source, previews = [], changedBy = [] } = route;
  return {
    method: escapeTerminal(method),
    path: escapeTerminal(path),
    version: escapeTerminal(
      [
        version ?? (neutral ? 'neutral' : '-'),
        ...previews.map((name) => `+${name}`),
        ...changedBy.map((name) => `~${name}`),
      ].join(' '),
    ),
    handler: escapeTerminal(route.handler ? handlerName({ handler: route.handler }) : ''),
    access: escapeTerminal(accessWords(route)),
    deprecated: shortDate(deprecation?.since),
    sunset: shortDate(deprecation?.sunset),
    source: source ? escapeTerminal(formatPlace(source)) : '',
  };
}

/** `public`, `signed-in` or the roles, and the guards that decide too. */
function accessWords({ access, guards }: ListedRoute): string {
  const callers = access.kind === 'roles' ? access.roles.join(', ') : callersOf({ access, guards: [] });
  const names = guards.map((guard) => `guard ${guard}`);
  return [...(callers === 'public' && guards.length > 0 ? [] : [callers]), ...names].join(' + ');
}

/** Only the day if the time is midnight UTC. */
export function shortDate(iso: string | null | undefined): string {
  return (iso ?? '').replace(/T00:00:00\.000Z$/, '');
}

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

/** A Markdown table. */
export function formatMarkdown(routes: readonly ListedRoute[]): string {
  const rows = routes.map((route) => {
    const cells = routeCells(route);
    return names.map((name) => (code.has(name) && cells[name] ? codeSpan(cells[name]) : escapeMarkdown(cells[name])));
  });
  const lines = [names.map((name) => headings[name]), names.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

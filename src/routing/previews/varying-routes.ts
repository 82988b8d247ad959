import type { PreviewTable } from '../table/preview-table.js';
import type { Route } from '../table/route.js';
import { isOpenAt } from './preview-terms.js';

/**
 * The routes whose answers depend on `API-Preview`: those of open previews, those that one changes, and those that answer at an address
 * of one for requests without it. `now` in milliseconds since 1970.
 */
export function varyingRoutes(
  { previews, routes: added, touching }: PreviewTable,
  routes: readonly Route[],
  now: number,
): ReadonlySet<Route> {
  const open = new Set(previews.filter((one) => isOpenAt(one, now)).map(({ name }) => name));
  const isOpen = (names: readonly string[]) => names.some((name) => open.has(name));
  const opening = added.filter(({ previews: names = [] }) => isOpen(names));
  const changed = [...touching].filter(([, names]) => isOpen(names)).map(([route]) => route);
  const beside = routes.filter((route) => opening.some((other) => mayMatchOne(route, other)));
  return new Set([...opening, ...changed, ...beside]);
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** Whether one request may match both. */
function mayMatchOne(one: Route, other: Route): boolean {
  if (one.method !== other.method && !(isRead(one.method) && isRead(other.method))) return false;
  const [segments, others] = [one.path.split('/'), other.path.split('/')];
  return (
    segments.length === others.length &&
    segments.every((segment, index) => segment === others[index] || [segment, others[index]!].some(isParameter))
  );
}

const isParameter = (segment: string) => segment.startsWith('{');

import type { Route } from '../../routing/table/route.js';

export function groupRoutes(
  routes: readonly Route[],
  keyOf: (route: Route) => string,
): ReadonlyMap<string, readonly Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const key = keyOf(route);
    const group = groups.get(key);
    if (group) group.push(route);
    else groups.set(key, [route]);
  }
  return groups;
}

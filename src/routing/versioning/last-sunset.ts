import type { Route } from '../table/route.js';

/** The day on which the last operation of a version goes away; null when some of it stays. */
export function lastSunset(version: string, routes: readonly Route[]): string | null {
  const sunsets = routes
    .filter((route) => route.version === version && route.listed)
    .map(({ deprecation }) => deprecation?.sunset ?? null);
  if (sunsets.includes(null)) return null;
  return (sunsets as readonly string[]).toSorted().at(-1) ?? null;
}

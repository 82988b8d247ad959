import { isDescribed, type ListedRoute } from '../table/route.js';

type RouteDeprecation = NonNullable<ListedRoute['deprecation']>;

/** The deprecation of a route, without dates where only its documentation says that it is deprecated. */
export function deprecationOfRoute({
  deprecation,
  doc,
}: Pick<ListedRoute, 'deprecation' | 'doc'>): RouteDeprecation | null {
  return deprecation ?? (doc.deprecated ? { since: null, sunset: null, link: null } : null);
}

/**
 * A version is deprecated if all of its described routes are. It leaves with the last of them, if each has a sunset, and has the link and the
 * brownouts that all of the last share. null is the version of what has none.
 */
export function deprecationOfVersion(version: string | null, routes: readonly ListedRoute[]): RouteDeprecation | null {
  const own = routes.filter((route) => route.version === version && isDescribed(route)).map(deprecationOfRoute);
  if (own.length === 0 || !own.every((one) => one !== null)) return null;
  const sunset = lastOrNone(own.map((one) => one.sunset));
  const lasting = own.filter((one) => one.sunset === sunset);
  const links = new Set(lasting.map(({ link }) => link));
  const brownouts = new Set(lasting.map((one) => JSON.stringify(one.brownouts)));
  return {
    since: lastOrNone(own.map(({ since }) => since)),
    sunset,
    link: links.size === 1 ? lasting[0]!.link : null,
    ...(brownouts.size === 1 && lasting[0]!.brownouts && { brownouts: lasting[0]!.brownouts }),
  };
}

/** The day on which the last described route of a version goes away; null when some of it stays. */
export function sunsetOf(version: string, routes: readonly ListedRoute[]): string | null {
  return deprecationOfVersion(version, routes)?.sunset ?? null;
}

/** The last of some dates; null if one is unknown. */
function lastOrNone(dates: readonly (string | null)[]): string | null {
  return dates.reduce((a, b) => (a === null || b === null ? null : b > a ? b : a));
}

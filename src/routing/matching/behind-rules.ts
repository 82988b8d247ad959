import { pathParameters } from '../table/path.js';
import { handlerName, type Route } from '../table/route.js';
import type { HttpError } from '../table/http-error.js';
import type { ServiceOptions } from '../table/service-options.js';
import { successorFinder } from '../versioning/successor.js';
import type { OlderAddress, RequestHead, RouteAnswer } from './decision.js';
import { type Entry, supportedVersions } from './entry.js';
import { retirementRefusal, successorAddress } from './retirement.js';
import type { RouteIndex } from './route-index.js';
import { routeSteps } from './route-steps.js';

/** What is known of requests that an application behind the routes answers. */
export interface Behind {
  /** What dates refuse now; null where a request may pass. */
  refuseByDate(route: Route, values: readonly string[]): HttpError | null;
  /** Of OPTIONS at an address that only older versions have; null for any other request. */
  olderAddress(request: RequestHead, address: string, index: RouteIndex<RouteAnswer>): OlderAddress | null;
}

export function behindRules(routes: readonly Route[], options: ServiceOptions): Behind {
  const now = options.now ?? (() => new Date());
  const byDate = dateRefusals(routes, options);
  const newest = options.versioning?.versions?.newest;
  const newestRoutes = new Map(
    routes.filter(({ version }) => version === newest).map((route) => [handlerName(route), route]),
  );
  return {
    refuseByDate: (route, values) => byDate(route, values, now().getTime()),
    olderAddress: (request, address, index) =>
      request.method === 'OPTIONS' && newest !== undefined
        ? olderAddress(request, address, index, newest, newestRoutes)
        : null,
  };
}

/** What a sunset or a brownout refuses at a time in milliseconds; null where it may pass. */
export function dateRefusals(
  routes: readonly Route[],
  options: ServiceOptions,
): (route: Route, values: readonly string[], now: number) => HttpError | null {
  const successorOf = successorFinder(routes, options.versioning);
  return (route, values, now) => {
    for (const step of routeSteps(route, options)) {
      if (step.name !== 'sunset' && step.name !== 'brownout') continue;
      const refusal = retirementRefusal(step)(now, () => {
        const successor = successorOf(route);
        return { route, successor, address: successorAddress(successor, named(route, values), options.versioning) };
      });
      if (refusal !== null) return refusal;
    }
    return null;
  };
}

const named = ({ path }: Route, values: readonly string[]) =>
  Object.fromEntries(pathParameters(path).map((name, position) => [name, values[position] ?? '']));

/** A preflight names no version, so the newest one that has the address answers. */
function olderAddress(
  request: RequestHead,
  address: string,
  index: RouteIndex<RouteAnswer>,
  newest: string,
  newestRoutes: ReadonlyMap<string, Route>,
): OlderAddress | null {
  const siblings = index.findAll(address);
  const method = request.headers['access-control-request-method'];
  const asked = siblings.filter((sibling) => sibling.method === method);
  const wanted = asked.length > 0 ? asked : siblings;
  const isNewest = ({ entry }: (typeof siblings)[number]) => entry.neutral !== null || entry.byVersion.has(newest);
  if (address === request.url && wanted.some(isNewest)) return null;
  const places = (found: typeof siblings) =>
    found.flatMap(({ method, entry }) => {
      const route = routeFor(entry, request);
      const moved = route && newestRoutes.get(handlerName(route));
      if (!moved) return [];
      // HEAD is answered as GET.
      return [{ method, route, newest: moved, newestMethod: method === route.method ? moved.method : method }];
    });
  const [place] = places(wanted);
  if (place === undefined) return null;
  const values: string[] = [];
  index.find(place.method, address, values);
  const methods = places(siblings)
    .filter((one) => one.newest.path === place.newest.path)
    .map((one) => [one.newestMethod, one.method] as const);
  return { route: place.route, newest: place.newest, values, methods: new Map(methods) };
}

/** In the version that a request names, or else in the newest one that has it. */
function routeFor(entry: Entry<RouteAnswer>, request: RequestHead): Route | null {
  const named = entry.readVersion?.(request) ?? '';
  const answer = entry.byVersion.get(named) ?? entry.byVersion.get(supportedVersions(entry).at(-1) ?? '');
  return answer?.route ?? null;
}

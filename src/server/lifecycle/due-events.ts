import type { LifecycleEvent } from '../../routing/table/lifecycle-event.js';
import { isDescribed, type Route } from '../../routing/table/route.js';
import type { Successor } from '../../routing/versioning/successor.js';
import { millisecondsPerDay } from '../../text/date.js';

/** Days before a sunset. */
const announced = [1, 7, 30, 90];

/** The events that are due at a time in milliseconds: of several days before one sunset, the last that has come. */
export function dueEvents(
  routes: readonly Route[],
  successorOf: (route: Route) => Successor | null,
  now: number,
): readonly LifecycleEvent[] {
  const deprecated = routes.filter((route) => route.deprecation && isDescribed(route));
  const events = new Map<string, LifecycleEvent>();
  const add = (route: Route, event: Pick<LifecycleEvent, 'kind' | 'id' | 'at' | 'until'>) => {
    const { version, deprecation, method, path } = route;
    const operations = [...(events.get(event.id)?.operations ?? []), `${method} ${path}`];
    const { sunset = null, link = null } = deprecation ?? {};
    const daysLeft = Math.ceil((Date.parse(event.at) - now) / millisecondsPerDay);
    const successor = successorOf(route)?.version ?? null;
    events.set(event.id, Object.freeze({ ...event, version, operations, sunset, daysLeft, successor, link }));
  };
  for (const route of deprecated) {
    const { sunset, brownouts = [] } = route.deprecation!;
    const subject = route.version === null ? 'unversioned' : `version ${route.version}`;
    const days = sunset === null ? undefined : dueDays(Date.parse(sunset) - now);
    if (days !== undefined)
      add(route, { kind: 'sunset', id: `sunset of ${subject} at ${sunset} in ${days}`, at: sunset!, until: null });
    for (const { from, to } of brownouts)
      if (Date.parse(from) - now <= millisecondsPerDay && now < Date.parse(to))
        add(route, { kind: 'brownout', id: `brownout of ${subject} from ${from} to ${to}`, at: from, until: to });
  }
  return [...events.values()];
}

const dueDays = (left: number) => (left <= 0 ? undefined : announced.find((days) => left <= days * millisecondsPerDay));

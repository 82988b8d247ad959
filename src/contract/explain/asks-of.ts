import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';

const places = { params: 'path', query: 'query', headers: 'headers', body: 'body' } as const;

/** What a request must get past before the route's handler runs, in the order in which it is asked. */
export function asksOf(route: Route, { middleware = [], throttle, authenticate }: ServiceOptions): readonly string[] {
  const { access, guards, schemas, idempotency } = route;
  const policy =
    route.throttle === 'skip'
      ? null
      : (route.throttle ?? (throttle?.limit && throttle.windowSeconds ? throttle : null));
  const checked = (Object.keys(places) as (keyof typeof places)[])
    .filter((place) => schemas[place] !== undefined)
    .map((place) => places[place]);
  return [
    ...(middleware.length > 0 ? [`middleware: ${middleware.length} run first, and may answer themselves`] : []),
    ...(policy ? [`throttle: at most ${policy.limit} requests in ${policy.windowSeconds} seconds, else 429`] : []),
    ...(authenticate ? ['authenticate: who is calling'] : []),
    ...(access.kind === 'roles'
      ? [`roles: ${access.roles.join(' or ')}, else 401 without a caller and 403 without the role`]
      : []),
    ...guards.map((guard) => `guard: ${guard}`),
    ...(checked.length > 0 ? [`validation: ${checked.join(', ')}, else 400`] : []),
    ...(idempotency ? [`idempotency: an Idempotency-Key ${idempotency.required ? 'is required' : 'may be sent'}`] : []),
  ];
}

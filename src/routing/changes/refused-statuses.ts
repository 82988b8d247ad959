import type { Versions } from '../../changes/known-versions.js';
import type { Binding } from '../table/binding.js';
import type { Route } from '../table/route.js';
import { familiesOf, findCrossings } from './crossings.js';

/** The statuses with which a change may refuse a request, by the id of the change. */
export type RefusedStatuses = ReadonlyMap<string, readonly number[]>;

/** What the code of the changes on the way of an older operation names in `refuse(…)`; a function that they call is not read. */
export function refusedStatuses(
  route: Route,
  versions: Versions,
  routes: readonly Route[],
  bindings: ReadonlyMap<Route, Binding>,
): RefusedStatuses {
  const ways = familiesOf(versions, routes, bindings).flatMap((family) =>
    family.includes(route) ? [family.slice(family.indexOf(route))] : [],
  );
  const found = new Map<string, Set<number>>();
  const add = (id: string, up: unknown) => {
    for (const status of statusesIn(up)) found.set(id, (found.get(id) ?? new Set()).add(status));
  };
  for (const { hop, operation, uses } of findCrossings(versions, ways, bindings)) {
    if (operation) add(operation.change.id, operation.up);
    for (const { schema, direction } of uses)
      if (direction === 'up') for (const { change, reshape } of hop.reshapesIn(schema)) add(change.id, reshape.up);
  }
  return new Map([...found].map(([id, statuses]) => [id, [...statuses].toSorted((one, other) => one - other)]));
}

/** A loaded or compiled module may have `svckit_refuse(400`, `(0, svckit.refuse)(400` or `refuse2(400`. */
const refusal = /(?<![a-z\d])refuse\d*\)?\(\s*(4\d\d)\b/gi;

/** The statuses that the code of an `up` names in `refuse(…)`. */
export const statusesIn = (up: unknown): readonly number[] =>
  typeof up === 'function' ? [...String(up).matchAll(refusal)].map(([, status]) => Number(status)) : [];

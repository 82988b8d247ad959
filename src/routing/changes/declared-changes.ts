import { handlerName, type Route } from '../table/route.js';
import type { Versions } from '../../changes/known-versions.js';

/** A change or a behaviour of a version, as its documents show it. */
export interface DeclaredChange {
  readonly id: string;
  readonly title: string;
  /** CommonMark. */
  readonly description: string | null;
  /** The operations that it changed, as the version has them: `GET /api/users`. */
  readonly operations: readonly string[];
}

/** What each version changed, in the order in which it is declared, behaviours last; without changes that are not listed. */
export function declaredChanges(
  versions: Versions,
  routes: readonly Route[],
): ReadonlyMap<string, readonly DeclaredChange[]> {
  const operations = changedOperations(routes);
  return new Map(
    versions.list.map(({ version, changes, behaviours }) => [
      version,
      [...changes.filter(({ listed }) => listed), ...behaviours].map(({ id, title, description }) =>
        Object.freeze({ id, title, description, operations: operations.get(`${version} ${title}`) ?? [] }),
      ),
    ]),
  );
}

/** The operations of a version that each of its changes leads away from, by version and title. */
function changedOperations(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const own = new Map(routes.map((route) => [`${handlerName(route)} ${route.version}`, route]));
  const operations = new Map<string, string[]>();
  for (const route of routes)
    for (const { version, previous, title } of route.changes) {
      const now = own.get(`${handlerName(route)} ${version}`);
      if (!now || previous !== route.version) continue;
      const key = `${version} ${title}`;
      const name = `${now.method} ${now.path}`;
      const known = operations.get(key) ?? [];
      if (!known.includes(name)) operations.set(key, [...known, name]);
    }
  return operations;
}

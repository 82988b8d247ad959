import { problem, type BootProblem } from '../../report/boot-problem.js';
import { pathShape } from './path.js';
import { handlerName, placeOfAddress, type Route } from './route.js';
import { type VersioningOptions, versioningScheme } from '../versioning/versioning.js';

/** Routes that cannot be served together. */
export function findConflicts(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
): readonly BootProblem[] {
  return [...findDuplicates(routes, versioning), ...findTwiceNamedShapes(routes)];
}

const place = (route: Route) => {
  const source = placeOfAddress(route);
  return source ? ` (${source.file}:${source.line})` : '';
};

function findDuplicates(routes: readonly Route[], versioning: VersioningOptions | undefined): BootProblem[] {
  const isInPath = versioningScheme(versioning)?.sharesPaths === false;
  const seen = new Map<string, Route>();
  /** An older address that is taken is so in each older version. */
  const problems = new Map<string, BootProblem>();
  for (const route of routes) {
    const version = isInPath ? '' : (route.version ?? '');
    const key = `${route.method} ${pathShape(route.path)} ${version}`;
    const first = seen.get(key);
    if (!first) {
      seen.set(key, route);
      continue;
    }
    const found = [first, route].some(isMoved) ? takenAddress(first, route) : duplicateRoute(first, route);
    const name = [first, route].some(isMoved)
      ? `${handlerName(first)} ${handlerName(route)} ${pathShape(route.path)}`
      : key;
    if (!problems.has(name)) problems.set(name, found);
  }
  return [...problems.values()];
}

const isMoved = ({ changes }: Route) => changes.some(({ moves }) => moves);

const addressOf = ({ method, path, version }: Route) =>
  `${method} ${path}${version === null ? '' : ` in version ${version}`}`;

const duplicateRoute = (first: Route, route: Route): BootProblem =>
  problem(
    'duplicate-route',
    `${addressOf(route)} is declared by ${handlerName(first)}${place(first)} and by ${handlerName(route)}${place(route)}.`,
    'Change the path, method or version of one of them.',
    { source: route.source, handler: handlerName(route) },
  );

/** A change gives an operation an older address that is that of another, or its own twice. */
function takenAddress(first: Route, route: Route): BootProblem {
  const [moved, other] = isMoved(route) ? [route, first] : [first, route];
  const at = { source: placeOfAddress(moved), handler: handlerName(moved) };
  const { title } = moved.changes.findLast(({ moves }) => moves)!;
  return first.handler === route.handler
    ? problem(
        'older-address-taken',
        `The change "${title}" gives ${handlerName(moved)} the address ${addressOf(moved)} twice.`,
        'Give each entry of before a path or a method of its own. A change of an operation that has several addresses changes each of them.',
        at,
      )
    : problem(
        'older-address-taken',
        `The change "${title}" gives ${handlerName(moved)} the address ${addressOf(moved)}, which ${handlerName(other)}${place(other)} has.`,
        `Give it another older path or method, or keep ${handlerName(other)} out of that version with @Version.`,
        at,
      );
}

/** OpenAPI 3.1, section 4.8.8: paths that differ only in parameter names are the same path. The document of an application is kept as it is. */
function findTwiceNamedShapes(routes: readonly Route[]): BootProblem[] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    if (route.relayed || !route.path.includes('{')) continue;
    const group = groups.get(pathShape(route.path));
    if (group) group.push(route);
    else groups.set(pathShape(route.path), [route]);
  }
  const problems: BootProblem[] = [];
  for (const group of groups.values()) {
    for (const route of group) {
      const other = group.find((candidate) => candidate.path < route.path && sharesVersion(candidate, route));
      if (!other) continue;
      problems.push(
        problem(
          'path-parameter-names',
          `${handlerName(route)}() uses the path ${route.path}, and ${handlerName(other)}()${place(other)} uses ${other.path}.`,
          'Use the same parameter names: one document cannot hold both.',
          { source: route.source, handler: handlerName(route) },
        ),
      );
    }
  }
  return problems;
}

function sharesVersion(a: Route, b: Route): boolean {
  return a.version === null || b.version === null || a.version === b.version;
}

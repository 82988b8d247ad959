import { problem, type BootProblem } from '../../report/boot-problem.js';
import { pathShape } from './path.js';
import { handlerName, type Route } from './route.js';
import { type VersioningOptions, versioningScheme } from '../versioning/versioning.js';

/** Routes that cannot be served together. */
export function findConflicts(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
): readonly BootProblem[] {
  return [...findDuplicates(routes, versioning), ...findTwiceNamedShapes(routes)];
}

const place = ({ source }: Route) => (source ? ` (${source.file}:${source.line})` : '');

function findDuplicates(routes: readonly Route[], versioning: VersioningOptions | undefined): BootProblem[] {
  const isInPath = versioningScheme(versioning)?.sharesPaths === false;
  const seen = new Map<string, Route>();
  const problems: BootProblem[] = [];
  for (const route of routes) {
    const version = isInPath ? '' : (route.version ?? '');
    const key = `${route.method} ${pathShape(route.path)} ${version}`;
    const first = seen.get(key);
    if (!first) {
      seen.set(key, route);
      continue;
    }
    const what = `${route.method} ${route.path}${route.version === null ? '' : ` in version ${route.version}`}`;
    problems.push(
      problem(
        'duplicate-route',
        `${what} is declared by ${handlerName(first)}${place(first)} and by ${handlerName(route)}${place(route)}.`,
        'Change the path, method or version of one of them.',
        { source: route.source, handler: handlerName(route) },
      ),
    );
  }
  return problems;
}

/** OpenAPI 3.1, section 4.8.8: paths that differ only in parameter names are the same path. */
function findTwiceNamedShapes(routes: readonly Route[]): BootProblem[] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    if (!route.path.includes('{')) continue;
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

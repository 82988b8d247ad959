import { handlerName, type Route } from '../../routing/table/route.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { selectRoutes } from '../document/document-versions.js';
import { atRoute, type Rule, type RuleContext } from './rule.js';

export const duplicateOperationId: Rule = {
  id: 'duplicate-operation-id',
  severity: 'error',
  summary: 'Every operationId is unique in its document.',
  find(context) {
    const reported = new Set<Route>();
    return documents(context).flatMap((routes) => findRepeated(routes, reported));
  },
};

function documents({ routes, versioning }: RuleContext): readonly (readonly Route[])[] {
  const versions = versioningScheme(versioning)?.sharesPaths ? versionsOf(routes) : [];
  return (versions.length > 0 ? versions : [null]).map((version) => selectRoutes(routes, versioning, version).routes);
}

function findRepeated(routes: readonly Route[], reported: Set<Route>): BootProblem[] {
  const first = new Map<string, Route>();
  const problems: BootProblem[] = [];
  for (const route of routes) {
    const other = first.get(route.operationId);
    if (!other) first.set(route.operationId, route);
    if (!other || reported.has(route)) continue;
    reported.add(route);
    const place = other.source ? ` (${other.source.file}:${other.source.line})` : '';
    problems.push(
      problem(
        'duplicate-operation-id',
        `${handlerName(route)}() and ${handlerName(other)}()${place} both have the operationId ${route.operationId}.`,
        "Set another one with @ApiDoc({ operationId: '…' }), or rename the class or the method.",
        atRoute(route),
      ),
    );
  }
  return problems;
}

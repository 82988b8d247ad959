import type { Source } from '../../report/problem.js';
import type { Route } from '../../routing/table/route.js';
import type { OperationIdentity } from '../diff/finding.js';

/** Leads from an operation to its decorator; from one that is not declared any more, to `otherwise`. */
export function operationLocator(
  routes: readonly Route[],
  otherwise: Source | null,
): (operation: OperationIdentity) => Source | null {
  const sources = new Map(
    routes.map(({ method, path, version, source }) => [`${method} ${path} ${version ?? ''}`, source]),
  );
  return ({ method, path, apiVersion }) =>
    sources.get(`${method} ${path} ${apiVersion ?? ''}`) ?? sources.get(`${method} ${path} `) ?? otherwise;
}

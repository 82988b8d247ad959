import type { Source } from '../../report/boot-problem.js';
import type { ListedRoute } from '../../routing/table/route.js';
import type { OperationIdentity } from '../../diff/finding.js';

/** Where an operation is declared. */
export type DeclaredOperation = Pick<ListedRoute, 'method' | 'path' | 'version' | 'source'>;

/** Finds the decorator of an operation; `otherwise` for one that is no longer declared. */
export function operationLocator(
  routes: readonly DeclaredOperation[],
  otherwise: Source | null,
): (operation: OperationIdentity) => Source | null {
  const sources = new Map(
    routes.map(({ method, path, version, source }) => [`${method} ${path} ${version ?? ''}`, source]),
  );
  return ({ method, path, apiVersion }) =>
    sources.get(`${method} ${path} ${apiVersion ?? ''}`) ?? sources.get(`${method} ${path} `) ?? otherwise;
}

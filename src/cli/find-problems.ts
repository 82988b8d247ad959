import type { Problem } from '../report/problem.js';
import type { OpenedService } from './open-service.js';

/** Everything that `svc check` says of a service on a given day. */
export async function findProblems(service: OpenedService, asOf: Date): Promise<readonly Problem[]> {
  const { checkWholeService } = await import('../export/index.js');
  return checkWholeService(service, { asOf });
}

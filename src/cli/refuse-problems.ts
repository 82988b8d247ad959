import { locateProblem, problemLine } from '../report/problem.js';
import { CommandFailure } from './command-failure.js';
import type { OpenedService } from './open-service.js';

/** A document of routes that cannot be served would promise what is not there: rejects with every problem's line. */
export async function refuseProblems(service: OpenedService): Promise<void> {
  const { findMountProblems } = await import('../export/index.js');
  const found = [...service.problems, ...service.table.problems, ...(await findMountProblems(service.definition))];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new CommandFailure(errors.map((one) => problemLine(locateProblem(one, service.sourceOf))).join('\n'), 1);
}

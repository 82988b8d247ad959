import type { Problem } from '../../report/problem.js';
import type { LoadedService } from '../loader/load-service.js';
import { checkService } from './check-service.js';
import { findMountProblems } from './mount-documents.js';

/** Everything that `svc check` says of a service as of a day: what `checkService` finds, and what only loading its mounts' documents shows. */
export async function checkWholeService(
  service: Pick<LoadedService, 'definition' | 'problems' | 'sourceOf'>,
  options: { readonly asOf: Date },
): Promise<readonly Problem[]> {
  return checkService(
    { ...service, problems: [...service.problems, ...(await findMountProblems(service.definition))] },
    options,
  );
}

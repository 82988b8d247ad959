import type { Problem } from '../../report/problem.js';
import type { DescribedService } from '../describe-service.js';
import { checkService } from './check-service.js';

/** Everything that `svc check` reports as of a day: what `checkService` finds, and what is wrong with the documents of mounts. */
export async function checkWholeService(
  service: Pick<DescribedService, 'definition' | 'problems' | 'sourceOf' | 'table' | 'mounts'>,
  options: { readonly asOf: Date },
): Promise<readonly Problem[]> {
  const { problems } = await service.mounts();
  return checkService({ ...service, problems: [...service.problems, ...problems] }, options);
}

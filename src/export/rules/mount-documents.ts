import { checkOptions } from '../../routing/check-options.js';
import type { Problem } from '../../wiring/problem.js';
import { readFragments } from '../document/resolve-fragments.js';
import type { LoadedService } from '../loader/load-service.js';

/** What is wrong with the documents of mounts. Loads them, as every document of the service does. */
export async function findMountProblems({ definition, sourceOf }: Pick<LoadedService, 'definition' | 'sourceOf'>): Promise<readonly Problem[]> {
  if (checkOptions(definition).length > 0) return [];
  const { problems } = await readFragments(definition.mount, definition.prefix);
  return problems.map((one) => Object.freeze({ ...one, source: sourceOf('mount') }));
}

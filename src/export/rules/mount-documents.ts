import { checkOptions } from '../../routing/table/check-options.js';
import type { ServiceDefinition } from '../../routing/table/service-options.js';
import type { Problem } from '../../report/problem.js';
import { readFragments } from '../document/resolve-fragments.js';

/** What is wrong with the documents of mounts. Loads them, as every document of the service does. */
export async function findMountProblems(definition: ServiceDefinition): Promise<readonly Problem[]> {
  return checkOptions(definition).length > 0 ? [] : (await readFragments(definition.mount, definition.prefix)).problems;
}

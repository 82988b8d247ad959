import { checkOptions } from '../../routing/check-options.js';
import type { ServiceDefinition } from '../../routing/service-options.js';
import type { Problem } from '../../wiring/problem.js';
import { readFragments } from '../document/resolve-fragments.js';

/** What is wrong with the documents of mounts. Loads them, as every document of the service does. */
export async function findMountProblems(definition: ServiceDefinition): Promise<readonly Problem[]> {
  return checkOptions(definition).length > 0 ? [] : (await readFragments(definition.mount, definition.prefix)).problems;
}

import { nearestNames } from '../../text/nearest-names.js';
import { type CommandFailure, usageError } from '../command-failure.js';
import { joinWords } from '../../text/join-words.js';

/** The roles that routes of the bundled service ask for, in alphabetical order. */
export async function knownRoles(): Promise<readonly string[]> {
  const { compileService, loadBundledService } = await import('../../export/index.js');
  const { routes } = compileService((await loadBundledService(process.cwd())).definition);
  return [...new Set(routes.flatMap(({ access }) => (access.kind === 'roles' ? access.roles : [])))].toSorted();
}

/** Says which roles there are, and which one was probably meant. */
export function unknownRole(role: string, roles: readonly string[]): CommandFailure {
  const [near] = nearestNames(role, roles);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return usageError(`No route asks for the role ${JSON.stringify(role)}.${hint} The roles are ${joinWords(roles)}.`);
}

import { suggestName } from '../../text/nearest-name.js';
import { type CommandFailure, usageError } from '../command-failure.js';

/** The roles that routes of the bundled service ask for, in alphabetical order. */
export async function knownRoles(): Promise<readonly string[]> {
  const { compileService, findDemo, loadService } = await import('../../export/index.js');
  const { routes } = compileService((await loadService(findDemo(process.cwd()), { cwd: process.cwd() })).definition);
  return [...new Set(routes.flatMap(({ access }) => (access.kind === 'roles' ? access.roles : [])))].toSorted();
}

/** Says which roles there are, and which one was probably meant. */
export function unknownRole(role: string, roles: readonly string[]): CommandFailure {
  return usageError(`No route requires the role ${JSON.stringify(role)}. ${suggestName(role, roles)}`);
}

import picomatch from 'picomatch';
import { type CommandFailure, usageError } from './command-failure.js';
import { unknownName } from '../text/nearest-name.js';
import { unknownVersion } from '../routing/versioning/versions.js';

/** A test for paths in the form `/users/{id}`, from a glob; throws when there is none. */
export function matchPath(glob: string): (path: string) => boolean {
  if (glob.trim() === '')
    throw usageError("--path takes a glob such as '/api/users/**'. Quote it, so that the shell leaves it alone.");
  const rooted = glob.startsWith('/') ? glob : `/${glob}`;
  return picomatch(rooted.replaceAll(/[{}]/g, String.raw`\$&`), { dot: true });
}

/** Refuses an unknown tag, and names the available ones. */
export function unknownTag(tag: string, tags: readonly string[]): CommandFailure {
  return usageError(unknownName('tag', tag, tags));
}

/** The failure of a command that was asked for a version that the service does not have. */
export function unknownApiVersion(version: string, versions: readonly string[]): CommandFailure {
  const hint = versions.length === 0 ? ' Leave --api-version out.' : '';
  return usageError(`${unknownVersion(version, versions)}${hint}`);
}

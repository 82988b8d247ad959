import picomatch from 'picomatch';
import { type CommandFailure, usageError } from './command-failure.js';
import { unknownName } from '../text/nearest-name.js';
import { unknownVersion } from '../routing/versioning/versions.js';

/** Compiles a glob to a test for paths in the form `/users/{id}`; throws if it is empty. */
export function matchPath(glob: string): (path: string) => boolean {
  if (glob.trim() === '')
    throw usageError(
      "--path is empty. Use a glob such as '/api/users/**', in quotes so that the shell does not expand it.",
    );
  const rooted = glob.startsWith('/') ? glob : `/${glob}`;
  return picomatch(rooted.replaceAll(/[{}]/g, String.raw`\$&`), { dot: true });
}

/** Rejects an unknown tag, and lists the available ones. */
export function unknownTag(tag: string, tags: readonly string[]): CommandFailure {
  return usageError(unknownName('tag', tag, tags));
}

/** Rejects an unknown version, and lists the available ones. */
export function unknownApiVersion(version: string, versions: readonly string[]): CommandFailure {
  const hint = versions.length === 0 ? ' Omit --api-version.' : '';
  return usageError(`${unknownVersion(version, versions)}${hint}`);
}

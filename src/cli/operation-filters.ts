import picomatch from 'picomatch';
import { type CommandFailure, usageError } from './command-failure.js';
import { unknownName } from '../text/nearest-name.js';
import { isVersion } from '../routing/versioning/versions.js';
import { countOf, joinWords } from '../text/join-words.js';

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

/** Says which versions there are. */
export function unknownVersion(version: string, versions: readonly string[]): CommandFailure {
  const name = isVersion(version) ? version : JSON.stringify(version);
  if (versions.length === 0)
    return usageError(
      `There is no version ${name}: no route of this service declares a version. Leave --api-version out.`,
    );
  return usageError(
    `There is no version ${name}. This service has ${countOf(versions.length, 'version')}: ${joinWords(versions)}.`,
  );
}

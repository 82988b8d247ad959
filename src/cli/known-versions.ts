import { isVersion } from '../routing/versioning/versions.js';
import { type CommandFailure, usageError } from './command-failure.js';
import { countOf, joinWords } from '../text/join-words.js';

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

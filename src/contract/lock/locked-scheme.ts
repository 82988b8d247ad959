import type { JsonObject } from '../../json/json.js';
import type { VersioningScheme } from '../../routing/versioning/versioning-type.js';
import { checkVersioning, type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';

/** How a locked document's API tells its versions apart; null where the lock does not say, or in words of another svckit. */
export function lockedScheme(document: JsonObject): VersioningScheme | null {
  const locked = document['x-svc-versioning'];
  return checkVersioning(locked).length > 0 ? null : versioningScheme(locked as unknown as VersioningOptions);
}

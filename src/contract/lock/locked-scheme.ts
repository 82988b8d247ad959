import type { JsonObject } from '../../json/json.js';
import type { VersioningScheme } from '../../routing/versioning/versioning-type.js';
import { checkVersioning, type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';

/** The versioning of a locked document; null if the lock has none, or has one that this svckit does not know. */
export function lockedScheme(document: JsonObject): VersioningScheme | null {
  const locked = document['x-svc-versioning'];
  return checkVersioning(locked).length > 0 ? null : versioningScheme(locked as unknown as VersioningOptions);
}

import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { defaultVersions } from '../../routing/versioning/versions.js';
import type { Parameter } from './open-api.js';

/** The parameter that names a version, one object for all operations of the version; null where none names it. */
export function versionParameters(
  versioning: VersioningOptions | undefined,
): (version: string | null) => Parameter | null {
  const parameter = versioningScheme(versioning)?.parameter;
  const unnamed = defaultVersions(versioning)[0] ?? null;
  const known = new Map<string, Parameter>();
  return (version) => {
    if (version === null || !parameter) return null;
    const described = known.get(version) ?? describe(parameter, version, version === unnamed);
    known.set(version, described);
    return described;
  };
}

/** Optional for the version of requests that name none. */
const describe = (parameter: Pick<Parameter, 'name' | 'in'>, version: string, optional: boolean): Parameter => ({
  ...parameter,
  description: optional
    ? `The version of the API. A request without one gets version ${version}.`
    : 'The version of the API.',
  required: !optional,
  schema: { type: 'string', const: version },
  example: version,
});

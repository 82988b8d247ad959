import type { Route } from '../../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { defaultVersions, versionsOf } from '../../routing/versioning/versions.js';
import { shortDate } from '../routes/route-cells.js';

/** `1 (default, deprecated until 2027-03-01), 2; read from the header X-API-Version`; null for a service without versions. */
export function describeVersions(routes: readonly Route[], versioning: VersioningOptions | undefined): string | null {
  const versions = versionsOf(routes);
  const scheme = versioningScheme(versioning);
  if (!scheme || versions.length === 0) return null;
  const [unnamed] = defaultVersions(versioning);
  const words = versions.map((version) => {
    const notes = [
      version === unnamed ? 'default' : '',
      wholeDeprecation(routes.filter((route) => route.version === version)),
    ];
    const shown = notes.filter((note) => note !== '').join(', ');
    return shown === '' ? version : `${version} (${shown})`;
  });
  return `${words.join(', ')}; read from ${scheme.description}`;
}

/** Empty unless every route of a version is deprecated; with the last sunset date if each has one. */
function wholeDeprecation(routes: readonly Route[]): string {
  if (!routes.every(({ deprecation }) => deprecation)) return '';
  const sunsets = routes.map(({ deprecation }) => deprecation?.sunset ?? '').sort();
  return sunsets[0] === '' ? 'deprecated' : `deprecated until ${shortDate(sunsets.at(-1))}`;
}

import type { ClientVersion } from './describe-version.js';

/** `v2` for `import { client } from './api/v2'`; `index` for an API without versions. */
export function moduleName(version: string | null): string {
  return version === null ? 'index' : `v${version}`;
}

type Named = Pick<ClientVersion, 'version' | 'previews'>;

/** `v2`, or `v2+search-2026-11+tags-2026-11` for the types of version 2 with both previews on. */
export function moduleOf({ version, previews }: Named): string {
  return [moduleName(version), ...previews].join('+');
}

/** The name of a module as a part of a TypeScript identifier. No preview has two underscores in a row. */
export function moduleWord(version: Named): string {
  return moduleOf(version).replaceAll('+', '__').replaceAll(/\W/g, '_');
}

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

const letters: Readonly<Record<string, string>> = { '+': '__', '-': '_' };

/** The name of a module as a part of a TypeScript identifier; two names never become one. No preview has two hyphens in a row. */
export function moduleWord(version: Named): string {
  return moduleOf(version).replaceAll(
    /[^A-Za-z0-9]/g,
    (one) => letters[one] ?? `$${one.codePointAt(0)!.toString(16)}$`,
  );
}

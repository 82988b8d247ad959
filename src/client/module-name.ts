/** `v2` for `import { client } from './api/v2'`; `index` for an API without versions. */
export function moduleName(version: string | null): string {
  return version === null ? 'index' : `v${version}`;
}

import { recordInjections } from './record-injections.js';
import { createSourceLocator } from './source-locator.js';

/**
 * A bundled module with what the loader adds to record injections; its lines, and so its source map, stay as they are.
 * `file` is the module's absolute path, `map` its source map in JSON; recorded sources are relative to `root`.
 */
export function transformForOffline(
  code: string,
  map: string,
  { file, root }: { readonly file: string; readonly root: string },
): string {
  return recordInjections(code, createSourceLocator(file, map, root).find);
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const installed = resolve(import.meta.dirname, '../../../node_modules');

/** A folder with these files and, by default, zod installed; for tests. */
export function makeProject(
  files: Readonly<Record<string, string>>,
  { packages = ['zod'] }: { readonly packages?: readonly string[] } = {},
) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'svckit-project-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  for (const name of packages) {
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    symlinkSync(join(installed, name), join(cwd, 'node_modules', name));
  }
  return { cwd, path: (name: string) => join(cwd, name), remove: () => rmSync(cwd, { recursive: true, force: true }) };
}

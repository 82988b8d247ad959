import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package.json of this package, from the sources and from the build. */
function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (packageName(folder) !== 'svckit') {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('svckit is incomplete: its package.json is missing. Install it again.');
    folder = parent;
  }
  return folder;
}

export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8')) as { version: string }).version;
}

function packageName(folder: string): string | null {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
  } catch {
    return null;
  }
}

/** The templates of `svc new` and `svc client`: in the build, or beside the sources. */
export function templateFolder(): string {
  const isBuilt = fileURLToPath(import.meta.url).startsWith(join(ownFolder(), 'dist'));
  return isBuilt ? join(ownFolder(), 'dist', 'templates') : join(ownFolder(), 'templates');
}

/** A JSON Schema that the package publishes, as its text: `diff` is `schemas/diff.schema.json`. */
export function publishedSchema(name: string): string {
  return readFileSync(join(ownFolder(), 'schemas', `${name}.schema.json`), 'utf8');
}

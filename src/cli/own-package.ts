import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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

/** The package.json of svckit. */
export interface OwnManifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export const ownManifest = (): OwnManifest =>
  JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8')) as OwnManifest;

export const ownVersion = (): string => ownManifest().version;

/**
 * What a package.json names to get this very svckit: the file or the clone that it runs from while it is in no registry, else a range of
 * versions.
 */
export function ownRange(): string {
  const folder = ownFolder();
  const home = dirname(folder);
  if (basename(home) !== 'node_modules') return `file:${folder}`;
  const file = tarballIn(home);
  return file !== null && existsSync(file) ? `file:${file}` : `^${ownVersion()}`;
}

/** The file that npm installed svckit from, as an absolute path; null for a registry. */
function tarballIn(home: string): string | null {
  try {
    const lock = JSON.parse(readFileSync(join(home, '.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    const resolved = lock.packages['node_modules/svckit']?.resolved;
    return resolved?.startsWith('file:') ? resolve(dirname(home), resolved.slice('file:'.length)) : null;
  } catch {
    return null;
  }
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

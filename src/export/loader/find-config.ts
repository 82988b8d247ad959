import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { joinWords } from '../../text/join-words.js';
import { LoadError } from './load-error.js';

/** What an export file is called where nobody names it, the first one found taken. */
export const configNames = ['svc.config.ts', 'svc.config.mts', 'svc.config.js', 'svc.config.mjs'] as const;

/** `svc.confg.ts`, `svc-config.js`, `.svc.config.ts`, `scv.config.ts`; not `svc.yaml`, the settings of a service. */
const misnamed = /^\.?(?:svc(?:kit)?|[svc]{2,4})[.\-_]?c[a-z]{3,}\.\w+$/i;

/** The nearest svc.config from `cwd` upwards, as an absolute path; null when there is none. */
export function findConfig(cwd: string): string | null {
  return searchFolders(cwd).flatMap(configsIn)[0] ?? null;
}

/** As `findConfig`; throws a LoadError that says where it looked, and what it saw there. */
export function requireConfig(cwd: string): string {
  const config = findConfig(cwd);
  if (config !== null) return config;
  const folders = searchFolders(cwd);
  const seen = folders.flatMap((folder) =>
    filesIn(folder)
      .filter(isMisnamed)
      .map((name) => join(folder, name)),
  );
  const hint = seen[0] === undefined ? '' : `\n${seen[0]} looks misnamed: rename it to svc.config.ts.`;
  throw new LoadError(
    `No service found: there is no svc.config.{ts,mts,js,mjs} in ${joinWords(folders, 'or')}.${hint}`,
    'Name an export file, create a service with svc new, or use the bundled one with --demo.',
  );
}

/** `cwd` and the folders above it, up to the repository's root or else the nearest package.json, short of the home and the temporary folder. */
function searchFolders(cwd: string): readonly string[] {
  const start = realpathSync(cwd);
  const shared = [homedir(), tmpdir(), parse(start).root]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const folders = [start];
  for (let folder = dirname(start); !shared.includes(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(folder);
  }
  const repository = folders.findIndex((folder) => existsSync(join(folder, '.git')));
  const end = repository >= 0 ? repository : folders.findIndex((folder) => existsSync(join(folder, 'package.json')));
  return end < 0 ? folders : folders.slice(0, end + 1);
}

function configsIn(folder: string): readonly string[] {
  const names = filesIn(folder);
  return configNames.filter((name) => names.includes(name)).map((name) => join(folder, name));
}

const isMisnamed = (name: string) =>
  misnamed.test(name) && !/\.ya?ml$/i.test(name) && !configNames.some((known) => known === name);

/** The names of the files in a folder; none where it cannot be read. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(
      (name) => /^\.?[svc]{2}/i.test(name) && statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
    );
  } catch {
    return [];
  }
}

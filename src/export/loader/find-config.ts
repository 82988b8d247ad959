import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { joinWords } from '../../text/join-words.js';
import { LoadError } from './load-error.js';

/** The default names of an export file, the first one found taken. */
const moduleNames = ['svc.config.ts', 'svc.config.mts', 'svc.config.js', 'svc.config.mjs'] as const;

/** What a configuration in YAML is called, which describes an API by its documents. */
const documentsName = 'svc.config.yaml';

export const configNames = [...moduleNames, documentsName] as const;

/** `svc.confg.ts`, `svc-config.js`, `.svc.config.ts`, `scv.config.ts`; not `svc.yaml`, the settings of a service. */
const misnamed = /^\.?(?:svc(?:kit)?|[svc]{2,4})[.\-_]?c[a-z]{3,}\.\w+$/i;

/** The nearest svc.config from `cwd` upwards, as an absolute path; null when there is none. Throws a LoadError for a folder with two kinds. */
export function findConfig(cwd: string): string | null {
  for (const folder of searchFolders(cwd)) {
    const found = configIn(folder);
    if (found !== null) return found;
  }
  return null;
}

/** As `findConfig`; throws a LoadError that says where it looked, and what it saw there. */
export function requireConfig(cwd: string): string {
  const config = findConfig(cwd);
  if (config !== null) return config;
  const folders = searchFolders(cwd);
  const [seen] = folders.flatMap((folder) =>
    filesIn(folder)
      .filter(isMisnamed)
      .map((name) => join(folder, name)),
  );
  const hint = seen === undefined ? '' : `\n${renaming(seen)}`;
  throw new LoadError(
    `No service found: there is no svc.config.{ts,mts,js,mjs,yaml} in ${joinWords(folders, 'or')}.${hint}`,
    'Name an export file, create a service with svc new, list OpenAPI documents in svc.config.yaml, or use the bundled service with --demo.',
  );
}

/** `cwd` and the folders above it, up to the repository's root or else the outermost package.json, short of the home and the temporary folder. */
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
  const end =
    repository >= 0 ? repository : folders.findLastIndex((folder) => existsSync(join(folder, 'package.json')));
  return end < 0 ? folders : folders.slice(0, end + 1);
}

/** The svc.config in a folder; null when there is none. Throws a LoadError where it has a service and documents. */
export function configIn(folder: string): string | null {
  const names = filesIn(folder);
  const [first, ...others] = configNames.filter((name) => names.includes(name));
  if (first === undefined) return null;
  if (first !== documentsName && others.includes(documentsName))
    throw new LoadError(
      `${folder} has ${first} and ${documentsName}, and each describes an API.`,
      'Remove one of them, move it to a folder of its own, or name the one that you mean.',
    );
  return join(folder, first);
}

/** What to do with a file that would be the svc.config of a folder, which messages call `name`, if it had another ending; null where none is. */
export function adviseOnEnding(folder: string, name: string): string | null {
  const found = filesIn(folder).find((file) => /^svc\.config\.\w+$/i.test(file) && isMisnamed(file));
  return found === undefined ? null : renaming(join(name, found));
}

const isMisnamed = (name: string) => misnamed.test(name) && !configNames.some((known) => known === name);
const isYaml = (name: string) => /\.ya?ml$/i.test(name);
const renaming = (file: string) =>
  `${file} looks misnamed: rename it to ${isYaml(file) ? documentsName : moduleNames[0]}.`;

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

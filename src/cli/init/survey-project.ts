import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { isObject } from '../../json/json.js';
import { usageError } from '../command-failure.js';
import { runGit } from '../sources/git.js';
import { type Framework, frameworks, languageOf } from './frameworks.js';
import { listFiles } from './list-files.js';
import { findPackageManager, type PackageManager } from './package-manager.js';

/** What package.json says that matters here. */
export interface OwnPackage {
  readonly dependencies: ReadonlySet<string>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly manager: PackageManager;
  /** The absolute path of the folder with the lockfile. */
  readonly home: string;
}

/** The repository of a project. */
export interface Repository {
  /** Absolute. */
  readonly root: string;
  /** The address of `origin`; null without one. */
  readonly remote: string | null;
  /** The branch that others are merged into. */
  readonly branch: string;
}

/** What is in a folder. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  /** Files of its own, not of packages below it; relative, with slashes. */
  readonly files: readonly string[];
  /** The folders of packages below it, relative, and the files of each. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
  readonly framework: Framework | null;
  /** `Nest on Fastify`, `Go`; null where nothing says. */
  readonly what: string | null;
  /** null without package.json. */
  readonly own: OwnPackage | null;
  /** null outside of git. */
  readonly repository: Repository | null;
}

/** Looks at a folder: its package, its framework and its repository. Throws where its package.json is broken. */
export async function surveyProject(folder: string, name: string): Promise<Project> {
  const repository = await findRepository(folder);
  const all = await listFiles(folder, repository !== null);
  const packages = packagesBelow(all);
  const inner = new Set([...packages.values()].flat());
  const files = all.filter((file) => !inner.has(file));
  const own = readPackage(folder, name, repository?.root ?? null);
  const framework = own === null ? null : frameworkOf(own.dependencies);
  const language = files.map((file) => languageOf(file)).find((found) => found !== null) ?? null;
  const what = framework === null ? language : `${framework.name}${adapterOf(framework, own!, folder, files)}`;
  return { folder, files, packages, framework, what, own, repository };
}

/** The framework of some dependencies; null for none or another one. */
export const frameworkOf = (dependencies: ReadonlySet<string>): Framework | null =>
  frameworks.find((one) => dependencies.has(one.package)) ?? null;

/** The names of the dependencies of a package.json; none where it cannot be read. */
export function dependenciesOf(manifest: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(
    [manifest['dependencies'], manifest['devDependencies'], manifest['peerDependencies']].flatMap((list) =>
      isObject(list) ? Object.keys(list) : [],
    ),
  );
}

function packagesBelow(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const homes = files
    .filter((file) => file.includes('/') && languageOf(posix.basename(file)) !== null)
    .map((file) => posix.dirname(file))
    .filter((home) => !/(?:^|\/)(?:docs?|apis?|specs?|openapi)$/i.test(home));
  const outer = [...new Set(homes)].filter((home) => !homes.some((other) => home.startsWith(`${other}/`)));
  return new Map(outer.map((home) => [home, files.filter((file) => file.startsWith(`${home}/`))]));
}

function readPackage(folder: string, name: string, root: string | null): OwnPackage | null {
  const file = join(folder, 'package.json');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const manifest = parseManifest(readFileSync(file, 'utf8'), join(name, 'package.json'));
  const { scripts } = manifest;
  const { manager, folder: home } = findPackageManager(foldersUpTo(folder, root));
  return {
    dependencies: dependenciesOf(manifest),
    scripts: isObject(scripts) ? (scripts as Readonly<Record<string, string>>) : {},
    manager,
    home,
  };
}

function parseManifest(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(text);
    if (isObject(manifest)) return manifest;
  } catch (error) {
    throw usageError(`${name} is not valid JSON: ${(error as Error).message}. Fix it.`);
  }
  throw usageError(`${name} is not a package. Fix it, or remove it.`);
}

/** A folder and those above it up to the root; the folder alone outside of git. */
function foldersUpTo(folder: string, root: string | null): readonly string[] {
  const folders = [folder];
  while (root !== null && folders.at(-1) !== root && dirname(folders.at(-1)!) !== folders.at(-1))
    folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** ` on Fastify` for Nest, by what is installed; where both are, by what the sources start. */
function adapterOf(
  { name }: Framework,
  { dependencies }: OwnPackage,
  folder: string,
  files: readonly string[],
): string {
  if (name !== 'Nest') return '';
  if (!dependencies.has('@nestjs/platform-fastify')) return ' on Express';
  const starts = () =>
    files.some(
      (file) => /^src\/.*main\.ts$/.test(file) && /FastifyAdapter/.test(readFileSync(join(folder, file), 'utf8')),
    );
  return !dependencies.has('@nestjs/platform-express') || starts() ? ' on Fastify' : ' on Express';
}

async function findRepository(folder: string): Promise<Repository | null> {
  const git = async (...args: readonly string[]) => {
    const { code, stdout } = await runGit(folder, args);
    return code === 0 && stdout.trim() !== '' ? stdout.trim() : null;
  };
  const root = await git('rev-parse', '--show-toplevel').catch(() => null);
  if (root === null) return null;
  const remote = await git('config', '--get', 'remote.origin.url');
  const head = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  const branch = head ?? (remote === null ? ((await git('branch', '--show-current')) ?? 'main') : 'origin/main');
  return { root, remote, branch };
}

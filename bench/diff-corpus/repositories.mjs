import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Opens the repositories of a list; a repository that is not in the list has no files. */
export function openRepositories({ folder, from, list }) {
  const known = new Map();
  const git = (at, args, env = {}) =>
    execFileSync('git', ['-c', 'safe.directory=*', ...args], {
      cwd: at,
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const open = (name) => {
    if (!known.has(name)) {
      const row = list.find(({ repository }) => repository === name);
      known.set(name, row ? { ...row, at: from === undefined ? clone(name) : find(name), files: null } : null);
    }
    return known.get(name);
  };
  const clone = (name) => {
    const at = join(folder, name.replace('/', '+'));
    process.stderr.write(`git clone https://github.com/${name}\n`);
    git(folder, ['clone', '--quiet', '--no-checkout', '--filter=blob:none', `https://github.com/${name}`, at]);
    return at;
  };
  const find = (name) => {
    const places = [name.replace('/', '+'), name].flatMap((path) => [join(from, path), join(from, path, 'repo')]);
    const at = places.find((path) => existsSync(join(path, '.git')) || existsSync(join(path, 'HEAD')));
    if (at === undefined) throw new Error(`--from: no clone of ${name}. Looked for ${places.join(', ')}.`);
    return resolve(at);
  };

  /** Writes what a commit has at these paths below a folder, which may exist. */
  const writeFiles = (repository, commit, paths, into) => {
    mkdirSync(into, { recursive: true });
    rmSync(join(folder, 'index'), { force: true });
    const own = { GIT_INDEX_FILE: join(folder, 'index'), GIT_WORK_TREE: into };
    const gitFolder = git(repository.at, ['rev-parse', '--absolute-git-dir']).toString().trim();
    git(into, ['--git-dir', gitFolder, 'checkout', '-f', commit, '--', ...paths], own);
  };

  return {
    /** A folder with the files of the commit in the list; null for a repository that is left out. */
    checkOut: (name) => {
      const repository = open(name);
      if (!repository) return null;
      if (!repository.files) {
        repository.files = join(folder, `${name.replace('/', '+')}-files`);
        writeFiles(repository, repository.commit, repository.paths.split(' '), repository.files);
      }
      return repository.files;
    },
    /** Writes the files and folders of a commit below a folder. Throws where there is no clone. */
    writeFiles: (name, commit, paths, into) => writeFiles(open(name), commit, paths, into),
    /** The name of a copy of a file at a commit; null for a repository that is left out. */
    readFile: (name, commit, file, copy) => {
      const repository = open(name);
      if (!repository) return null;
      writeFileSync(join(folder, copy), git(repository.at, ['show', `${commit}:${file}`]));
      return copy;
    },
  };
}

import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { runGit } from '../sources/git.js';

/** Folders whose documents are no API of the project: packages, output, examples, tests, and what svc writes. */
const passed =
  /^(?:node_modules|vendor|dist|build|out|target|coverage|contracts|tests?|__tests__|testdata|fixtures|__fixtures__|examples?|samples?)$/i;

/** How many folders deep a document may be. */
const deepest = 8;

/** The files of a project below a folder, with slashes, sorted; what git ignores is left out. */
export async function listFiles(folder: string, inGit: boolean): Promise<readonly string[]> {
  const files = inGit ? await filesOfGit(folder) : filesBelow(folder, '');
  return files.filter((file) => !posix.dirname(file).split('/').some(isPassed)).toSorted();
}

const isPassed = (name: string) => passed.test(name) || (name.startsWith('.') && name !== '.');

async function filesOfGit(folder: string): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.']);
  return [...new Set(stdout.split('\0'))].filter((name) => name !== '');
}

function filesBelow(folder: string, path: string, depth = 0): readonly string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const name = posix.join(path, entry.name);
    if (entry.isFile()) return [name];
    return entry.isDirectory() && depth < deepest && !isPassed(entry.name) ? filesBelow(folder, name, depth + 1) : [];
  });
}

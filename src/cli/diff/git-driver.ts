import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { openText } from '../sources/open-side.js';

const absent = '/dev/null';

/**
 * Opens what git passes to an external diff: a path, then file, object and mode of both sides, and for a rename the new path; of a file with
 * a merge conflict, the path alone (gitattributes, git(1): GIT_EXTERNAL_DIFF). Resolves to a sentence where one side has no file.
 */
export async function openGitSides([path, ...words]: readonly string[], io: Io) {
  const [from, fromObject = '', , to, toObject = '', , renamed] = words;
  if (path !== undefined && from === undefined && io.env['GIT_DIFF_PATH_COUNTER'] !== undefined)
    return `Unmerged ${path}`;
  if (path === undefined || from === undefined || to === undefined)
    throw usageError(
      'git passes more words behind --git. Set it up with: git config diff.svc.command "svc diff --git", and openapi.yaml diff=svc in .gitattributes.',
    );
  if (from === absent) return `Added ${path}`;
  if (to === absent) return `Removed ${path}`;
  const open = (file: string, at: string, object: string) =>
    openText(readFileSync(resolve(io.cwd, file), 'utf8'), nameObject(at, object), at, io);
  return [await open(from, path, fromObject), await open(to, renamed ?? path, toObject)] as const;
}

/** A file of the working tree has no object, or one of zeros. */
function nameObject(path: string, object: string): string {
  return /^0*$|^\.$/.test(object) ? path : `${object.slice(0, 7)}:${path}`;
}

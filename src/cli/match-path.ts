import picomatch from 'picomatch';
import { usageError } from './command-failure.js';

/** A test for paths in the form `/users/{id}`, from a glob; throws when there is none. */
export function matchPath(glob: string): (path: string) => boolean {
  if (glob.trim() === '')
    throw usageError("--path takes a glob such as '/api/users/**'. Quote it, so that the shell leaves it alone.");
  const rooted = glob.startsWith('/') ? glob : `/${glob}`;
  return picomatch(rooted.replaceAll(/[{}]/g, String.raw`\$&`), { dot: true });
}

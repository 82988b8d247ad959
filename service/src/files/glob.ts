import { createContext, Script } from 'node:vm';
import picomatch from 'picomatch';

/** A pattern that is not a glob, or one that takes too long to match; the message completes "The glob …". */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}

export type KeyFilter = (keys: readonly string[]) => readonly string[];

const everything = '**/*';
const filterScript = new Script('keys.filter((key) => pattern.test(key))');

/** Compiles a glob over whole keys; the filter throws a `GlobError` when a batch takes longer than `timeoutMs`. */
export function compileGlob(glob: string, timeoutMs = 100): KeyFilter {
  if (glob === everything) return (keys) => keys;
  const pattern = readGlob(glob);
  // Only a vm script can time out: a pattern of many stars may backtrack for years on one key.
  const context = createContext({ pattern, keys: [] });
  return (keys) => {
    context['keys'] = keys;
    try {
      return Array.from(filterScript.runInContext(context, { timeout: timeoutMs }) as readonly string[]);
    } catch (error) {
      throw new GlobError('takes too long to match: use fewer wildcards', { cause: error });
    }
  };
}

/** Why a text is not a glob over keys, or null. */
export function globFault(glob: string): string | null {
  if (/\p{Cc}/u.test(glob)) return 'must not contain control characters';
  if (glob.startsWith('/')) return 'must not begin with "/": keys do not';
  if (glob.split('/').includes('..')) return 'must not contain the segment "..": keys do not';
  try {
    readGlob(glob);
    return null;
  } catch (error) {
    return `is not a glob: ${(error as Error).message}`;
  }
}

/** picomatch compiles an invalid pattern to one that matches nothing, unless it is set to throw. */
function readGlob(glob: string): RegExp {
  if (glob === '') throw new GlobError('must not be empty');
  return picomatch.makeRe(glob, { dot: true, debug: true });
}

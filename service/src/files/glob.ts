import { createContext, Script } from 'node:vm';
import picomatch from 'picomatch';
import { PatternTimeout, type PatternWorker } from './pattern-worker.js';

/** A pattern that is not a glob, or one that takes too long to match; the message completes "The glob …". */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}

export type KeyFilter = (keys: readonly string[]) => readonly string[] | Promise<readonly string[]>;

const everything = '**/*';
const filterScript = new Script('keys.filter((key) => pattern.test(key))');
// Only a vm script can time out: a pattern of many stars may backtrack for years on one key.
const context = createContext({});

/** Milliseconds of the event loop that a glob may take. Nearly every one takes less than one for a batch. */
const loopBudget = 5;

/**
 * Compiles a glob over whole keys. One that takes too long for the event loop is matched by the worker instead, in its client's turn; the
 * filter rejects with a `GlobError` when it takes too long there as well.
 */
export function compileGlob(glob: string, worker: PatternWorker, client: string): KeyFilter {
  if (glob === everything) return (keys) => keys;
  const pattern = readGlob(glob);
  let isSlow = false;
  const inTime = (keys: readonly string[]): readonly string[] | null => {
    // Otherwise a client could take the loop's budget as often as it asks.
    if (isSlow || worker.isServing(client)) return null;
    try {
      Object.assign(context, { pattern, keys });
      return Array.from(filterScript.runInContext(context, { timeout: loopBudget }) as readonly string[]);
    } catch {
      isSlow = true;
      return null;
    }
  };
  return async (keys) => {
    const kept = inTime(keys);
    if (kept !== null) return kept;
    return worker.filter(pattern, keys, client).catch((error: unknown) => {
      if (error instanceof PatternTimeout)
        throw new GlobError('takes too long to match: use fewer wildcards', { cause: error });
      throw error;
    });
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

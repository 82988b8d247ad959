import type { Change } from './change.js';
import type { Direction } from './hop.js';

/** A change that failed on a value: a server error, logged with the change's title, version, file and line. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';

  constructor(
    readonly change: Change,
    /** The version that the change belongs to. */
    readonly version: string,
    readonly direction: Direction,
    cause: unknown,
  ) {
    const source = change.source();
    const place = source ? ` (${source.file}:${source.line})` : '';
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The change "${change.title}" of version ${version}${place} failed on the way ${direction}: ${reason}`, {
      cause,
    });
  }
}

/** What a change makes of a value. Whatever it throws, or a promise that it returns, is a ChangeError. */
export function runChange<T>(change: Change, version: string, direction: Direction, run: () => T): T {
  try {
    const result = run();
    if (result instanceof Promise) {
      result.catch(() => {});
      throw new TypeError(`${direction} returned a promise, and changes are synchronous.`);
    }
    return result;
  } catch (error) {
    throw error instanceof ChangeError ? error : new ChangeError(change, version, direction, error);
  }
}

import { shareClass } from '../report/share-class.js';
import { isRefusedByType } from '../schema/type-failure.js';
import type { Change } from './change.js';
import type { Direction } from './hop.js';
import { isGiven, type Issue, madeBy } from './refusal.js';
import { runPart } from './todo.js';

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
shareClass(ChangeError, 'change-error');

/** What a part of a change returns. Throws a TypeError for a promise, and for a refusal on the way down. */
export function runOneWay<T>(direction: Direction, run: () => T): T {
  try {
    const result = runPart(run);
    if (!(result instanceof Promise)) return result;
    result.catch(() => {});
  } catch (error) {
    throw direction === 'down' && isGiven(error) ? new TypeError('refuse() answers requests, on the way up.') : error;
  }
  throw new TypeError(`${direction} returned a promise, and changes are synchronous.`);
}

/** What a change makes of a value. Whatever it throws but a refusal on the way up, or a promise that it returns, is a ChangeError. */
export function runChange<T>(change: Change, version: string, direction: Direction, run: () => T): T {
  try {
    return runOneWay(direction, run);
  } catch (error) {
    throw error instanceof ChangeError || isGiven(error) ? error : new ChangeError(change, version, direction, error);
  }
}

/** Throws a ChangeError for a type that a change got wrong: the client could not have sent another. */
export function blameChanges(issues: readonly Issue[]): void {
  for (const issue of issues) {
    const maker = issue[madeBy];
    if (maker && isRefusedByType(issue))
      throw new ChangeError(
        maker.change,
        maker.version,
        'up',
        new TypeError(`it returned what the newer schema does not take: ${issue.message}`),
      );
  }
}

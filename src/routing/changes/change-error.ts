import type { Change } from './change.js';

/** A change that failed on a value: a server error, logged with the change's title, version, file and line. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';

  constructor(
    readonly change: Change,
    /** The version that the change belongs to. */
    readonly version: string,
    readonly direction: 'down' | 'up',
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

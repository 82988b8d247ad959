import { HttpError } from '../../routing/table/http-error.js';

/** Calls back with a 504 where the application takes longer than it may, unless the timer is cleared. */
export const deadline = (timeoutMs: number, operation: string, isLate: (error: HttpError) => void): NodeJS.Timeout =>
  setTimeout(
    () =>
      isLate(
        new HttpError(504, `${operation} was not answered within ${timeoutMs} ms.`, { code: 'application-timeout' }),
      ),
    timeoutMs,
  );

/** Resolves as the application does. Rejects with a 504 where it takes longer than it may. */
export async function inTime<T>(pending: Promise<T>, timeoutMs: number, operation: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = deadline(timeoutMs, operation, reject)));
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { HttpError } from '../../routing/table/http-error.js';

/** Resolves as the application does. Rejects with a 504 where it takes longer than it may. */
export function inTime<T>(pending: Promise<T>, timeoutMs: number, operation: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new HttpError(504, `${operation} was not answered within ${timeoutMs} ms.`, { code: 'application-timeout' }),
      );
    }, timeoutMs);
    pending.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}

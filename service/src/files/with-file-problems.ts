import { HttpError } from 'svckit';
import { FileStoreError, type FileStoreErrorCode } from './file-store-error.js';

const statuses: Readonly<Record<FileStoreErrorCode, number>> = Object.freeze({
  'invalid-key': 400,
  conflict: 409,
  'too-large': 409,
  unavailable: 503,
});

/** Runs a file operation and turns a store's error into an HTTP error. */
export async function withFileProblems<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof FileStoreError ? toHttpError(error) : error;
  }
}

function toHttpError({ code, message }: FileStoreError): HttpError {
  const extras =
    code === 'invalid-key'
      ? { code: 'validation-failed', errors: [{ in: 'query', path: 'key', message, code }] }
      : { code };
  return new HttpError(
    statuses[code],
    message,
    extras,
    code === 'unavailable' ? { headers: { 'Retry-After': '5' } } : {},
  );
}

/** The 404 of an unknown key. */
export function noSuchFile(key: string): HttpError {
  return new HttpError(404, `Unknown file ${JSON.stringify(key)}.`);
}

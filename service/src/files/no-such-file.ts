import { HttpError } from 'svckit';

/** The 404 of an unknown key. */
export function noSuchFile(key: string): HttpError {
  return new HttpError(404, `Unknown file ${JSON.stringify(key)}.`);
}

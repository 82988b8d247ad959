import { HttpError } from 'svckit';

export function unknownUser(id: number): HttpError {
  return new HttpError(404, `Unknown user ${id}.`, { code: 'user-not-found' });
}

export function takenName(name: string): HttpError {
  return new HttpError(409, `The name ${JSON.stringify(name)} is taken. Choose another.`, { code: 'user-name-taken' });
}

import { HttpError } from 'svckit';

export function unknownUser(id: number): HttpError {
  return new HttpError(404, `There is no user ${id}.`, { code: 'user-not-found' });
}

export function takenName(name: string): HttpError {
  return new HttpError(409, `The name ${JSON.stringify(name)} is taken; choose another.`, { code: 'user-name-taken' });
}

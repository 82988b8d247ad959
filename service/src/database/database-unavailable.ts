/** The connection to the database was lost, or none could be opened; `cause` says why. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'database-unavailable';

  constructor(cause: Error) {
    super('The database does not respond. Try again.', { cause });
  }
}

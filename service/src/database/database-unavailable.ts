/** The database did not do what it was asked; `cause` says why. Nothing was changed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'database-unavailable';

  constructor(cause: Error) {
    super('The database does not respond. Try again.', { cause });
  }
}

/** The connection was lost before the database confirmed a change, so nobody knows whether it was made; `cause` says why. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  readonly code = 'outcome-unknown';

  constructor(cause: Error) {
    super(
      'The database did not confirm the change, which may have been made or not. Repeat the request with the same Idempotency-Key, or look before you repeat it.',
      { cause },
    );
  }
}

type Warn = (message: string) => void;

/** Answers what the database answers; a request that needs it while it does not answer is told to come back, with 503. */
export async function refuseWhenLost<T>(
  answer: Promise<T>,
  warn: Warn,
  isLoss: (error: Error) => boolean = isConnectionLoss,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || !isLoss(error)) throw error;
    warn(`The database does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`);
    const { HttpError } = await import('svckit');
    const refusal = new HttpError(
      503,
      'The database does not answer. Try again.',
      { code: 'database-unavailable' },
      { headers: { 'Retry-After': '1' } },
    );
    throw Object.assign(refusal, { cause: error });
  }
}

/** SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), errors of the socket, and pg's own words for a lost one. */
function isConnectionLoss(error: Error & { readonly code?: string }): boolean {
  return (
    /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(error.code ?? '') ||
    /connection (terminated|error)|not queryable|client was closed/i.test(error.message)
  );
}

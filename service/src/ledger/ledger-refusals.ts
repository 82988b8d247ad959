import { HttpError } from 'svckit';
import { BalanceOutOfRange } from './balance-out-of-range.js';

export function unknownEntry(id: number): HttpError {
  return new HttpError(404, `There is no ledger entry ${id}.`, { code: 'ledger-entry-not-found' });
}

export function failedTransfer(): HttpError {
  return new HttpError(409, 'The transfer failed between its two entries, as `fail` asked. Nothing was written.', {
    code: 'transfer-failed',
  });
}

/** Answers a write's result, and a balance that would not be exact with 400, blaming the value named by `place`. */
export async function refuseOutOfRange<T>(
  place: { readonly in: 'body' | 'path'; readonly path: string },
  write: Promise<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof BalanceOutOfRange)) throw error;
    const { message } = error;
    throw new HttpError(400, message, {
      code: 'balance-out-of-range',
      errors: [{ ...place, message, code: 'balance_out_of_range' }],
    });
  }
}

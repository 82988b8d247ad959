/** The sum of all amounts would leave the range in which it is exact. Nothing was written. */
export class BalanceOutOfRange extends Error {
  constructor() {
    super(
      `The balance would leave the range of ±${Number.MAX_SAFE_INTEGER}, in which sums are exact. Nothing was written.`,
    );
  }
}

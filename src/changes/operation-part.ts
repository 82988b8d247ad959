import type { $ZodType } from 'zod/v4/core';

/** What a change says of one operation of an API, as far as schemas are concerned. */
export interface OperationPart {
  readonly [operationBrand]: true;
  /** The other older operations that were declared with it. */
  readonly others: readonly OperationPart[];
  /** The schemas that it names. */
  readonly trees: () => readonly $ZodType[];
}

/** Marks what `operation()` returns. */
export const operationBrand: unique symbol = Symbol.for('svckit.operation');

export function isOperationPart(value: unknown): value is OperationPart {
  return typeof value === 'object' && value !== null && operationBrand in value;
}

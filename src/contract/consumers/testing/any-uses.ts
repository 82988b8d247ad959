import type { OperationUse, UsesFile } from '../uses-file.js';

/** A file of a consumer of the API `books` that reads and sends nothing; for tests. */
export const usesOf = (
  consumer: string,
  operations: readonly OperationUse[],
  more: Partial<UsesFile> = {},
): UsesFile => ({
  uses: 1,
  consumer,
  revision: null,
  api: 'books',
  version: null,
  at: '2026-11-18',
  complete: true,
  evidence: 'scan',
  releases: [],
  operations: [...operations],
  ...more,
});

/** An operation that reads these members of its answer 200; for tests. */
export const useOf = (
  operation: string,
  reads: readonly string[] = [],
  more: Partial<OperationUse> = {},
): OperationUse => ({
  operation,
  reads: reads.length === 0 ? {} : { '200': [...reads] },
  sends: [],
  exhaustive: [],
  ...more,
});

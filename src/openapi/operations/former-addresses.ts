import { type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { compareVersions } from '../../text/version-order.js';
import type { Operation } from './operation-pair.js';

/** Where an operation was in older versions: the extension of an operation of a document. */
export const movedFrom = 'x-moved-from';

/** An older address of an operation, and the versions that have it. */
export interface FormerAddress {
  /** In capitals. */
  readonly method: string;
  /** Without the version. */
  readonly path: string;
  /** The status of its success, where that was another one; else null. */
  readonly status: string | null;
  /** The first and the last version that has it; null where the document does not say. */
  readonly from: string | null;
  readonly until: string | null;
}

/** Reads `x-moved-from`: `[{ operation: 'PUT /users/{id}/name', status: 202, from: '1', until: '2' }]`; leaves out what is no address. */
export function readFormerAddresses(node: JsonObject): readonly FormerAddress[] {
  return listAt(node[movedFrom]).flatMap((written) => {
    const { operation, status, from, until } = objectAt(written);
    const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(textAt(operation) ?? '') ?? [];
    return method === undefined || path === undefined
      ? []
      : [
          {
            method,
            path,
            status: typeof status === 'number' ? String(status) : null,
            from: textAt(from),
            until: textAt(until),
          },
        ];
  });
}

/** Whether an operation had a former address in the version of another one. A version does not move what it has itself. */
export function isFormer({ from, until }: FormerAddress, newer: Operation, older: Operation): boolean {
  if (older.apiVersion === null) return true;
  return (
    newer.apiVersion !== older.apiVersion &&
    (from === null || compareVersions(from, older.apiVersion) <= 0) &&
    (until === null || compareVersions(older.apiVersion, until) <= 0)
  );
}

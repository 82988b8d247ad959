import { type JsonObject, numberAt } from '../json/json.js';

/** A document that may promise notice. */
interface Promising {
  readonly document: JsonObject;
}

/** The longest notice that any of these contracts promises, in days, so that a change cannot use the shorter notice that it introduces. */
export function promisedNotice(contracts: readonly Promising[]): number {
  return Math.max(0, ...contracts.map(({ document }) => numberAt(document['x-svc-min-notice']) ?? 0));
}

/** The notice to ask for: what a document promises, or that of lock files; null for other documents, which promise none. */
export function noticeOf(contracts: readonly Promising[]): number | null {
  const promised = promisedNotice(contracts);
  return promised > 0 || contracts.some(({ document }) => document['x-svc-lock'] !== undefined) ? promised : null;
}

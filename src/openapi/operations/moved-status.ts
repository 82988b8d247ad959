import { objectAt } from '../../json/json.js';
import { shapeOf, withoutVersion } from './align-operations.js';
import { isFormer, readFormerAddresses } from './former-addresses.js';
import type { Operation, OperationPair } from './operation-pair.js';

/** The status of a success that a document says was another one before: from that of the base to that of the revision. */
export interface MovedStatus {
  readonly from: string;
  readonly to: string;
}

/** null where no document says so. */
export function movedStatus({ base, revision }: Pick<OperationPair, 'base' | 'revision'>): MovedStatus | null {
  const forward = formerStatus(revision, base);
  if (forward) return { from: forward.older, to: forward.newer };
  const backward = formerStatus(base, revision);
  return backward && { from: backward.newer, to: backward.older };
}

function formerStatus(newer: Operation, older: Operation) {
  const found = readFormerAddresses(newer.node).find(
    (former) =>
      former.status !== null &&
      former.method === older.method &&
      shapeOf(former.path) === shapeOf(withoutVersion(older.path, older.apiVersion)) &&
      isFormer(former, newer, older),
  );
  if (!found?.status) return null;
  const [had, has] = [older, newer].map(({ node }) => Object.keys(objectAt(node['responses'])));
  const now = has!.find((status) => /^2\d\d$/.test(status) && !had!.includes(status));
  return now !== undefined && had!.includes(found.status) && !has!.includes(found.status)
    ? { older: found.status, newer: now }
    : null;
}

import type { Address, FormerAddress } from '../table/route.js';
import type { OlderOperation } from './passage.js';

/** What a handler serves in a version. */
export interface VersionedOperation {
  readonly version: string;
  readonly made: OlderOperation;
}

const none: readonly FormerAddress[] = Object.freeze([]);

/** The other addresses that an operation has in older versions, the newest first. `older` are those of its handler, the newest first. */
export function formerAddresses(
  own: OlderOperation,
  older: readonly VersionedOperation[],
  addressOf: (made: OlderOperation) => Address,
): readonly FormerAddress[] {
  const now = addressOf(own);
  const found = new Map<string, FormerAddress>();
  for (const { version, made } of older) {
    const isOwn = own.operations.every((operation, index) => made.operations[index] === operation);
    const address = addressOf(made);
    if (!isOwn || (address.method === now.method && address.path === now.path && address.status === now.status))
      continue;
    const key = `${address.method} ${address.path} ${address.status}`;
    found.set(key, Object.freeze({ ...address, until: found.get(key)?.until ?? version, from: version }));
  }
  return found.size === 0 ? none : Object.freeze([...found.values()]);
}

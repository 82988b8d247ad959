import { memberUsers } from '../consumers/member-users.js';
import type { Registry } from '../consumers/registry.js';
import { usersOf } from '../consumers/users-of.js';
import type { ContractLock } from '../lock/contract-lock.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

/** Entries with who still uses each; `locks` are the contracts that they are in. */
export function withUsers(
  entries: readonly LifecycleEntry[],
  registry: Registry,
  locks: readonly ContractLock[],
): readonly LifecycleEntry[] {
  const finders = new Map<string | null, ReturnType<typeof memberUsers>>();
  const ofMember = (version: string | null, pointer: string) => {
    const lock = locks.find((one) => one.version === version);
    if (!lock) return [];
    const find = finders.get(version) ?? memberUsers(registry, lock);
    finders.set(version, find);
    return find(pointer);
  };
  return entries.map((entry): LifecycleEntry => {
    const { kind, version, name, pointer } = entry;
    if (kind === 'preview') return entry;
    if (pointer !== undefined) return { ...entry, users: ofMember(version, pointer) };
    return { ...entry, users: usersOf(registry, { version, ...(kind === 'route' && { operations: [name] }) }) };
  });
}

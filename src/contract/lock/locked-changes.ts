import { listAt, objectAt, textAt, type JsonObject } from '../../json/json.js';
import type { DeclaredChange } from '../../routing/changes/declared-changes.js';
import { compareVersions, releaseDay } from '../../text/version-order.js';
import type { ContractLock } from './contract-lock.js';

/** What a version of a locked document changed; empty where the lock records no changes. */
export function lockedChanges(document: JsonObject): readonly DeclaredChange[] {
  return listAt(document['x-svc-changes']).flatMap((entry) => {
    const { id, title, description, operations } = objectAt(entry);
    const [name, words] = [textAt(id), textAt(title)];
    if (name === null || words === null) return [];
    const names = listAt(operations).flatMap((operation) => textAt(operation) ?? []);
    return [{ id: name, title: words, description: textAt(description), operations: names }];
  });
}

/** The day on which a locked version was released (YYYY-MM-DD); null where nothing says it. */
export const lockedReleaseDay = ({ version, document }: ContractLock): string | null =>
  textAt(document['x-svc-released']) ?? (version === null ? null : releaseDay(version));

/** A version, and what it changed. */
export interface ChangedVersion {
  readonly version: string;
  readonly changes: readonly DeclaredChange[];
}

/** What the versions after one changed, up to another, oldest first; without the versions that declare nothing. */
export function changesBetween(
  locks: readonly ContractLock[],
  base: string,
  revision: string,
): readonly ChangedVersion[] {
  return locks
    .flatMap(({ version, document }) => (version === null ? [] : [{ version, changes: lockedChanges(document) }]))
    .filter(
      ({ version, changes }) =>
        changes.length > 0 && compareVersions(version, base) > 0 && compareVersions(version, revision) <= 0,
    )
    .toSorted((a, b) => compareVersions(a.version, b.version));
}

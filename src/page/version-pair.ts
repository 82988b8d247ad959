import type { Level } from '../report/level.js';
import { nameOperation } from '../report/result.js';
import { changedOperations } from './changed-operations.js';
import type { PairedOperation, VersionPair } from './changing-operations.js';
import { alignVersions } from './differences.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';

/** Compares a version with the one before; null for the first, and where previews are on. */
export async function versionPair(content: PageContent, guide: string): Promise<VersionPair | null> {
  const { step, version } = content;
  if (step === null || step.version === null || version === null) return null;
  const { partners, added, removed } = alignVersions(step);
  const changed: Record<string, PairedOperation> = {};
  for (const base of removed)
    changed[nameOperation(base)] = { level: 'error', now: null, anchor: `gone-${base.key}`, sunset: base.sunset };
  for (const [operation, base] of partners)
    if (nameOperation(base) !== nameOperation(operation)) changed[nameOperation(base)] = pairOf(operation, base, null);
  for (const { operation, differences, level } of await changedOperations(content, step))
    for (const base of [differences.base, ...differences.movedFrom])
      changed[nameOperation(base)] = pairOf(operation, base, level);
  return {
    from: step.version,
    to: version,
    guide,
    operations: step.from.operations.size,
    added: [...added].map(nameOperation),
    changed,
  };
}

const pairOf = (operation: ReadOperation, base: ReadOperation, level: Level | null): PairedOperation => ({
  level,
  now: nameOperation(operation),
  anchor: operation.key,
  sunset: base.sunset,
});

import type { RuleDescription } from '../report/report.js';
import { noSubject, type Result } from '../report/result.js';
import { changesLockName, type ChangesLock } from './lock/changes-lock.js';
import type { KeptCounts } from '../lens/lock/kept-shapes.js';
import { shapesLockName, type ShapesLock } from '../lens/lock/shapes-lock.js';
import { classifyShapes } from './compare-shapes.js';
import type { ServiceLenses } from './lock/lock-shapes.js';
import type { ChangeClass } from '../diff/classify-change.js';
import { classifyChanges, type ServiceChanges, type AlteredChange } from './compare-changes.js';

const summaries = {
  'released-change-removed': 'Every released change and behaviour is still there.',
  'released-change-moved': 'Every released change and behaviour is in the version that released it.',
  'released-change-edited': 'Every released change converts what it converted, to the same results.',
  'released-shape-edited': 'Every locked shape of a lens is what stored values have.',
  'released-shape-removed': 'A lens reads every locked shape, or counts show that no stored value has it.',
  'shape-unreadable-by-base': 'A lens writes a shape that builds of the base can read.',
} as const satisfies Readonly<Record<AlteredChange['id'], string>>;

/** What can be wrong with a released change or shape. */
export const frozenRules: readonly RuleDescription[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  level: 'error',
  summary,
  help: id.includes('shape')
    ? 'Stored values outlive the build that wrote them. Restore the shape, and make the new one a version.'
    : 'These changes make the answers of released versions. Restore the change, and put the new conversion into the next version.',
}));

export function alteredResult({
  id,
  level,
  apiVersion,
  pointer,
  message,
  fix,
  source,
  details,
}: AlteredChange): Result {
  return { id, level, message, fix, place: source, subject: { ...noSubject, apiVersion, pointer }, details };
}

export type AlteredId = AlteredChange['id'];

export const isAlteredId = (id: string): id is AlteredId => Object.hasOwn(summaries, id);

/** Whether there is anything to lock: a released version that changed something. */
export function hasChanges(declared: ServiceChanges | null): boolean {
  const released = declared?.versions.released ?? [];
  return released.some(({ changes, behaviours }) => changes.length + behaviours.length > 0);
}

/** The file of the changes, or of the shapes of lenses, compared with what is declared; null where there is neither. */
export interface ChangesFile {
  readonly name: typeof changesLockName | typeof shapesLockName;
  readonly presence: 'both' | 'new' | 'gone';
  readonly kind: Exclude<ChangeClass, 'may-break'>;
}

export function compareChangesFile(lock: ChangesLock | null, declared: ServiceChanges | null): ChangesFile | null {
  const name = changesLockName;
  if (!lock) return hasChanges(declared) ? { name, presence: 'new', kind: 'additive' } : null;
  if (!declared || !hasChanges(declared)) return { name, presence: 'gone', kind: 'additive' };
  return { name, presence: 'both', kind: classifyChanges(lock, declared) };
}

export function compareShapesFile(
  lock: ShapesLock | null,
  declared: ServiceLenses,
  kept: KeptCounts,
): ChangesFile | null {
  const name = shapesLockName;
  if (!lock) return declared.lenses.length > 0 ? { name, presence: 'new', kind: 'additive' } : null;
  const kind = classifyShapes(lock, declared, kept);
  return { name, presence: declared.lenses.length > 0 ? 'both' : 'gone', kind };
}

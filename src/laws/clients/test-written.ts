import fc from 'fast-check';
import type { Change } from '../../changes/change.js';
import { olderSideInWords } from '../../changes/hop.js';
import { operationChangesOf } from '../../routing/changes/operation.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { nameOperation } from '../../report/result.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { hasMembers } from '../losses.js';
import { showValue } from '../show.js';
import { blamed, isNamed } from './blame.js';
import { changesOf, type Draws } from './draw-updates.js';
import type { UpdateDraw } from './judge-update.js';
import { judgeWritten, type LostWrite, shownMembers } from './judge-written.js';
import type { Update } from './list-updates.js';

const most = 5;

/** Writes as a client of an older version, stores what a handler gets, and compares what the client reads then with what it wrote. */
export function testWritten(
  update: Update,
  { series, runs, all, some }: Draws,
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  { seed }: DatedTrial,
): readonly LawFinding[] {
  const changes = changesOf(update);
  // A schema that is read and written by one reshape is tested there.
  if (isOneSchema(update) || changes.some(({ id }) => broken.get(id)?.has('change-loses'))) return [];
  const found = new Map<string, LawFinding>();
  const accepts = (path: string) => found.has(path) || isDeclared(changes, path);
  const shown = shownMembers(update, some);
  while (shown?.size && all.some((draw) => judgeWritten(update, shown, draw, accepts))) {
    let last: LostWrite | null = null;
    const property = fc.property(series.start(), (values) => {
      const lost = judgeWritten(update, shown, values as unknown as UpdateDraw, accepts);
      if (!lost || (last && last.path !== lost.path)) return true;
      last = lost;
      return false;
    });
    fc.check(property, { numRuns: runs, seed });
    if (!last) break;
    found.set((last as LostWrite).path, findingFor(update, last, changes));
    if (found.size >= most) break;
  }
  return [...found.values()];
}

const isOneSchema = ({ read, write }: Update) =>
  zodTreeOf(read.schemas.newer) === zodTreeOf(write.schemas.newer) &&
  [read, write].every(({ operation }) => operation.changes.every(({ operations }) => operations.length === 0));

/** A loss of what older clients send, or of an update. */
function isDeclared(changes: readonly Change[], path: string): boolean {
  const reshapes = changes.flatMap((change) => change.reshapes);
  if (reshapes.some(({ loses, trees }) => loses.up.length > 0 && !hasMembers(trees.before))) return true;
  return isNamed(
    path,
    [...reshapes, ...changes.flatMap(operationChangesOf)].flatMap(({ loses }) => [...loses.up, ...loses.update]),
  );
}

function findingFor({ read, write }: Update, lost: LostWrite, changes: readonly Change[]): LawFinding {
  const { hop, older } = write.operation;
  const { change, source } = blamed(write, changes, lost.madeOf);
  const name = nameOperation(older);
  const reads = read.operation === write.operation ? 'its answer' : nameOperation(read.operation.older);
  const direction = change.reshapes.length > 0 ? 'up' : 'update';
  return findingOf({ change, version: hop.version, name, source }, 'lost-by-write', {
    direction: 'up',
    what: `${lost.path} that a client of ${olderSideInWords(hop)} sends with ${name} comes back as another value in ${reads}.`,
    fix: `Let down give back what up was given, or declare the loss: loses: { ${direction}: ['${lost.path}'] }.`,
    details: [
      ['sent', showValue(lost.sent)],
      ['handler gets', showValue(lost.written)],
      ['read', showValue(lost.shown)],
    ],
  });
}

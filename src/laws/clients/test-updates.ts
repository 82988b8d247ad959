import fc from 'fast-check';
import type { Change } from '../../changes/change.js';
import { olderSideInWords } from '../../changes/hop.js';
import { nameOperation } from '../../report/result.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { showValue } from '../show.js';
import { blamed, isDeclared } from './blame.js';
import { changesOf, type Draws } from './draw-updates.js';
import { judgeUpdate, type LostMember, movesWith, type UpdateDraw } from './judge-update.js';
import type { Update } from './list-updates.js';

/** The laws that each change breaks, by its id. */
export function brokenLaws(found: readonly LawFinding[]): ReadonlyMap<string, ReadonlySet<string>> {
  const broken = new Map<string, Set<string>>();
  for (const { change, law } of found)
    if (change) broken.set(change.id, new Set([...(broken.get(change.id) ?? []), law]));
  return broken;
}

const most = 5;

/** Reads in an older version, writes the same back, and compares what a handler gets with what it has stored. */
export function testUpdate(
  update: Update,
  { series, runs, all, some }: Draws,
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  { seed }: DatedTrial,
): readonly LawFinding[] {
  const changes = changesOf(update);
  const isBroken = (law: string) => changes.some(({ id }) => broken.get(id)?.has(law));
  const found = new Map<string, LawFinding>();
  const [shown, sent] = (['read', 'sent'] as const).map((which) => movingMembers(update, some, which)) as [
    Moves,
    Moves,
  ];
  // A round trip that one schema loses is reported there. A handler can keep what nobody sent.
  const accepts = (path: string, isMissing: boolean, steps: readonly string[]) =>
    found.has(path) ||
    (isMissing && !sent(path, steps)) ||
    (shown(path, steps)
      ? isBroken('change-loses') || isDeclared(changes, path, true)
      : isDeclared(changes, path, false));
  while (all.some((draw) => judgeUpdate(update, draw, null, accepts))) {
    let last: LostMember | null = null;
    const property = fc.property(series.start(), (values) => {
      const lost = judgeUpdate(update, values as unknown as UpdateDraw, null, accepts);
      if (!lost || (last && last.path !== lost.path)) return true;
      last = lost;
      return false;
    });
    fc.check(property, { numRuns: runs, seed });
    if (!last) break;
    const { path } = last as LostMember;
    found.set(path, findingFor(update, last, shown(path, []), changes));
    if (found.size >= most) break;
  }
  return [...found.values()];
}

type Moves = (path: string, steps: readonly string[]) => boolean;

/** Whether what an older client reads, or sends back, depends on a member, in some of several values. */
function movingMembers(update: Update, draws: readonly UpdateDraw[], which: 'read' | 'sent'): Moves {
  const known = new Map<string, boolean>();
  return (path, steps) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const moves = draws.some((draw) => movesWith(update, draw, steps, which));
    known.set(path, moves);
    return moves;
  };
}

/** Laws of a change by itself, without which clients cannot be tested. */
export const fatal = ['change-throws', 'change-misfit', 'change-mutates', 'change-unstable', 'values-not-generated'];

function findingFor(update: Update, lost: LostMember, isShown: boolean, changes: readonly Change[]): LawFinding {
  const { read, write } = update;
  const { hop, newer } = write.operation;
  const { change, source } = blamed(write, changes, lost.path);
  const name = nameOperation(write.operation.older);
  const does =
    read.operation === write.operation
      ? `sends what ${name} answered with ${name} again`
      : `reads with ${nameOperation(read.operation.older)} and writes the same back with ${name}`;
  const why = isShown
    ? 'it comes back as another value'
    : `${olderSideInWords(hop)} does not show it, and up fills it in`;
  const accept = `accept the loss: loses: { update: ['${lost.path}'] }.`;
  return findingOf({ change, version: hop.version, name, source }, 'lost-by-update', {
    direction: 'up',
    what: `${lost.path} is lost when a client of ${olderSideInWords(hop)} ${does}: ${why}.`,
    fix: isShown
      ? `Bring it back, or ${accept}`
      : `Make it optional in the body of ${nameOperation(newer)}, return undefined for it in up, and keep the stored value where it is missing; or ${accept}`,
    details: [
      ['stored', showValue(lost.stored)],
      ['read', showValue(lost.shown)],
      ['sent back', showValue(lost.sent)],
      ['handler gets', showValue(lost.written)],
    ],
  });
}

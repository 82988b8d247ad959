import fc from 'fast-check';
import type { Change } from '../../routing/changes/change.js';
import type { Route } from '../../routing/table/route.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { hasMember, hasMembers, membersAt } from '../losses.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { showValue } from '../show.js';
import { type Series, seriesOf } from '../values/series.js';
import { tupleOf, UngeneratableError, type Values } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import { wordsIn } from '../way.js';
import { within, worldsOf } from '../world.js';
import { isSeen, judgeUpdate, type LostMember, type UpdateDraw } from './judge-update.js';
import type { Update } from './list-updates.js';

/** Reads in an older version, writes the same back, and compares what a handler gets with what it has stored. */
export function testUpdates(
  updates: readonly Update[],
  found: readonly LawFinding[],
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = new Map<string, Set<string>>();
  for (const { change, law } of found)
    if (change) broken.set(change.id, new Set([...(broken.get(change.id) ?? []), law]));
  return within(worldsOf(trial.asOf).here, () => updates.flatMap((update) => testUpdate(update, broken, trial)));
}

const most = 5;

function testUpdate(
  update: Update,
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  { runs, seed, asOf }: DatedTrial,
): readonly LawFinding[] {
  const changes = changesOf(update);
  const isBroken = (law: string) => changes.some(({ id }) => broken.get(id)?.has(law));
  if (fatal.some(isBroken)) return [];
  const series = drawn(update, changes, asOf);
  if (!series) return [];
  const found = new Map<string, LawFinding>();
  const shown = shownMembers(update, series, seed);
  // A round trip that one schema loses is reported there. A handler can keep what nobody sent.
  const accepts = (path: string, isMissing: boolean, steps: readonly string[]) =>
    found.has(path) ||
    (shown(path, steps)
      ? isBroken('change-loses') || isDeclared(changes, path, true)
      : isMissing || isDeclared(changes, path, false));
  for (;;) {
    let last: LostMember | null = null;
    const property = fc.property(series.start(), (values) => {
      const lost = judgeUpdate(update, values as unknown as UpdateDraw, null, accepts);
      if (!lost || (last && last.path !== lost.path)) return true;
      last = lost;
      return false;
    });
    fc.check(property, { numRuns: Math.max(runs, series.leading + Math.ceil(runs / 2)), seed });
    if (!last) return [...found.values()];
    const { path } = last as LostMember;
    found.set(path, findingFor(update, last, shown(path, []), changes));
    if (found.size >= most) return [...found.values()];
  }
}

const samples = 60;

/** Whether the older version shows a member, in some of several values. */
function shownMembers(update: Update, series: Series, seed: number) {
  const known = new Map<string, boolean>();
  return (path: string, steps: readonly string[]): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const draws = fc.sample(series.start(), { numRuns: samples, seed }) as unknown as readonly UpdateDraw[];
    const isShown = draws.some((draw) => isSeen(update, draw, steps));
    known.set(path, isShown);
    return isShown;
  };
}

const fatal = ['change-throws', 'change-misfit', 'change-mutates', 'change-unstable', 'values-not-generated'];

const changesOf = ({ read, write }: Update): readonly Change[] => [
  ...new Set([...write.operation.changes, ...read.operation.changes]),
];

function drawn({ read, write }: Update, changes: readonly Change[], today: Date) {
  const functions = changes.flatMap(({ reshapes, operations }) => [...reshapes, ...operations]);
  const words = [...new Set(functions.flatMap(({ up, down }) => [...wordsIn(up), ...wordsIn(down)]))];
  const drawing = { words, bounds: { today } };
  try {
    const stored = valuesOfInput(read.input, { ...drawing, side: 'output' });
    const request = valuesOfInput(write.input, { ...drawing, side: 'input' });
    const any = (values: Values) => ({ ...values, each: [values.any] });
    return seriesOf(tupleOf([stored, any(stored), request, any(request)]));
  } catch (error) {
    // What cannot be generated is reported for the change itself, or concerns an operation that no change touches.
    if (error instanceof UngeneratableError) return null;
    throw error;
  }
}

/** A loss on the way down and up again is accepted as such, also in words; one of what clients never saw, only as a loss of updates. */
function isDeclared(changes: readonly Change[], path: string, isShown: boolean): boolean {
  const reshapes = changes.flatMap((change) => change.reshapes);
  if (isShown && reshapes.some(({ loses, trees }) => loses.down.length > 0 && !hasMembers(trees.after))) return true;
  const declared = [...reshapes, ...changes.flatMap(({ operations }) => operations)];
  const names = declared.flatMap(({ loses }) => [...loses.update, ...(isShown ? loses.down : [])]);
  return names.some((name) => `.${path}.`.includes(`.${name}.`));
}

function findingFor(update: Update, lost: LostMember, isShown: boolean, changes: readonly Change[]): LawFinding {
  const { read, write } = update;
  const { hop, newer } = write.operation;
  const { change, source } = blamed(update, changes, lost.path);
  const name = nameOf(write.operation.older);
  const does =
    read.operation === write.operation
      ? `sends what ${name} answered with ${name} again`
      : `reads with ${nameOf(read.operation.older)} and writes the same back with ${name}`;
  const why = isShown
    ? 'it comes back as another value'
    : `version ${hop.previous} does not show it, and up fills it in`;
  const accept = `accept the loss: loses: { update: ['${lost.path}'] }.`;
  return findingOf({ change, version: hop.version, name, source }, 'lost-by-update', {
    direction: 'up',
    what: `${lost.path} is lost when a client of version ${hop.previous} ${does}: ${why}.`,
    fix: isShown
      ? `Bring it back, or ${accept}`
      : `Make it optional in the body of ${nameOf(newer)}, return undefined for it in up, and keep the stored value where it is missing; or ${accept}`,
    details: [
      ['stored', showValue(lost.stored)],
      ['read', showValue(lost.shown)],
      ['sent back', showValue(lost.sent)],
      ['handler gets', showValue(lost.written)],
    ],
  });
}

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** The change that has to do with a member, and its line. */
function blamed({ write }: Update, changes: readonly Change[], path: string) {
  const steps = path.split('.');
  const inside = reshapesIn([write.schemas.newer]);
  const below = reshapesIn(membersAt(write.schemas.newer, steps));
  const parts = changes.flatMap((change) =>
    change.reshapes.map((reshape) => ({
      change,
      source: reshape.source() ?? change.source(),
      isInside: inside.has(reshape.source),
      isBelow: below.has(reshape.source),
      has: [reshape.trees.after, reshape.trees.before].map((tree) => hasMember(tree, steps.slice(-1))),
    })),
  );
  const change = changes.find(({ operations }) => operations.length > 0) ?? changes[0]!;
  return (
    parts.find(({ isInside, has: [after, before] }) => isInside && after && !before) ??
    parts.find(({ isBelow }) => isBelow) ??
    parts.find(({ isInside, has: [after] }) => isInside && after) ??
    parts.find(({ has: [after] }) => after) ?? { change, source: change.source() }
  );

  function reshapesIn(schemas: readonly unknown[]) {
    const trees = schemas.map(zodTreeOf).filter((tree) => tree !== null);
    return new Set(trees.flatMap((tree) => write.operation.hop.reshapesIn(tree).map(({ reshape }) => reshape.source)));
  }
}

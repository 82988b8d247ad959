import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { NextModule } from '../../release/add-changes.js';
import type { Io } from '../io.js';
import type { Reopen } from '../sources/open-api.js';
import { showProgress } from '../terminal/show-progress.js';
import { type DraftedChange, subjectOf } from './draft-changes.js';
import type { DraftedWay } from './draft-input.js';
import { tryChanges } from './try-changes.js';

/** A drafted change, and which way it takes. */
export interface JudgedChange extends DraftedChange {
  /** `certain`: one way, which keeps the lock and every law; `open`: it has questions; `several`: somebody must choose; `none`: somebody must write it. */
  readonly state: 'certain' | 'chosen' | 'open' | 'several' | 'none';
  /** The way that is taken; null where none is. */
  readonly way: DraftedWay | null;
}

interface Trial {
  readonly promised: ContractLock;
  /** null where no change can be added. */
  readonly next: Pick<NextModule, 'file' | 'add'> | null;
  readonly reopen: Reopen;
  readonly now: Date;
  readonly choose: ReadonlyMap<string, number>;
}

/** Tries what may be certain in the service itself. */
export async function judge(
  drafts: readonly DraftedChange[],
  trial: Trial,
  io: Pick<Io, 'stderr'>,
): Promise<readonly JudgedChange[]> {
  const { next } = trial;
  const supposed = drafts.map((draft) => suppose(draft, trial));
  const complete = supposed.filter(({ state }) => state === 'certain');
  const kept = next ? await findKept(complete, { ...trial, next }, io) : [];
  return supposed.map((one) => (one.state === 'certain' && !kept.includes(one) ? { ...one, state: 'open' } : one));
}

/** What a draft is, as long as nothing was tried. */
function suppose(draft: DraftedChange, { choose }: Trial): JudgedChange {
  const chosen = choose.get(subjectOf(draft));
  const [only, ...others] = draft.ways;
  if (!only) return { ...draft, state: 'none', way: null };
  if (chosen !== undefined) return { ...draft, state: 'chosen', way: draft.ways[chosen - 1]! };
  if (others.length > 0) return { ...draft, state: 'several', way: null };
  return { ...draft, state: only.isComplete && !only.isGuess ? 'certain' : 'open', way: only };
}

type Tryable = Trial & { readonly next: {} & Trial['next'] };

/**
 * The changes that keep the lock and every law together. Where the service cannot be loaded with them, or no change can be blamed for an error, each
 * half is tried by itself.
 */
async function findKept(
  all: readonly JudgedChange[],
  trial: Tryable,
  io: Pick<Io, 'stderr'>,
): Promise<readonly JudgedChange[]> {
  const progress = showProgress(io.stderr);
  let decided = 0;
  const find = async (changes: readonly JudgedChange[]): Promise<readonly JudgedChange[]> => {
    if (changes.length === 0) return [];
    progress.show(
      decided,
      all.length,
      `tries ${changes.length === 1 ? changes[0]!.way!.title : `${changes.length} changes`}`,
    );
    const kept = await tryTogether(changes, trial, io);
    if (kept || changes.length === 1) {
      decided += changes.length;
      return kept ?? [];
    }
    const middle = Math.ceil(changes.length / 2);
    const halves = [await find(changes.slice(0, middle)), await find(changes.slice(middle))] as const;
    const [first, second] = halves;
    // Each half is right, and together they are not: the first one stays.
    if (first.length + second.length === changes.length) return first;
    return first.length === 0 || second.length === 0 ? [...first, ...second] : find([...first, ...second]);
  };
  const kept = await find(all);
  progress.clear();
  return kept;
}

/** Those of some changes that keep the lock and every law; null where that is not known of any. */
async function tryTogether(
  changes: readonly JudgedChange[],
  { promised, next, reopen, now }: Tryable,
  io: Pick<Io, 'stderr'>,
): Promise<readonly JudgedChange[] | null> {
  const tried = changes.map((one) => ({ title: one.way!.title, place: placeOf(one) }));
  try {
    const api = await reopen({ [next.file]: next.add(changes.map(({ way }) => way!)) });
    const kept = await tryChanges(api, { now, promised, tried }, io);
    return kept && changes.filter(({ way }) => kept.has(way!.title));
  } catch {
    // The service does not load, or cannot be described, with these changes.
    return null;
  }
}

/** As `placesOf` names it. */
const placeOf = ({ schema, operation }: JudgedChange) =>
  schema === null ? `operation ${operation}` : `schema ${schema}`;

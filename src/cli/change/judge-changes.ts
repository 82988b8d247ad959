import { compareContracts } from '../../contract/compare/compare-contracts.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Finding } from '../../diff/finding.js';
import type { NextModule } from '../../release/add-changes.js';
import { OtherLayout } from '../../release/find-layout.js';
import { isoDay } from '../../text/date.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { type DraftedChange, subjectOf } from './draft-changes.js';
import type { DraftedWay } from './draft-input.js';

type Draftable = AnswerTo<'draft'>;

/** What breaks the promise, or may. */
export function brokenBy(promised: ContractLock, { locks }: Pick<Draftable, 'locks'>, now: Date): readonly Finding[] {
  const current = locks.filter(({ version }) => version === promised.version);
  return compareContracts([promised], current, { asOf: isoDay(now), minNotice: null }).flatMap(({ findings }) =>
    findings.filter(({ level }) => level !== 'info'),
  );
}

/** A drafted change, and which way it takes. */
export interface JudgedChange extends DraftedChange {
  /** `certain`: one way, which keeps the lock and every law; `open`: it has questions; `several`: somebody must choose; `none`: somebody must write it. */
  readonly state: 'certain' | 'chosen' | 'open' | 'several' | 'none';
  /** The way that is taken; null where none is. */
  readonly way: DraftedWay | null;
}

interface Trial {
  readonly promised: ContractLock;
  readonly next: NextModule | OtherLayout;
  readonly choice: ServiceChoice;
  readonly now: Date;
  readonly choose: ReadonlyMap<string, number>;
}

/** Tries what may be certain in the service itself. */
export async function judge(drafts: readonly DraftedChange[], trial: Trial, io: Io): Promise<readonly JudgedChange[]> {
  const supposed = drafts.map((draft): JudgedChange => {
    const chosen = trial.choose.get(subjectOf(draft));
    const [only, ...others] = draft.ways;
    if (!only) return { ...draft, state: 'none', way: null };
    if (chosen !== undefined) return { ...draft, state: 'chosen', way: draft.ways[chosen - 1]! };
    if (others.length > 0) return { ...draft, state: 'several', way: null };
    return { ...draft, state: only.isComplete && !only.isGuess ? 'certain' : 'open', way: only };
  });
  const complete = supposed.filter(({ state, way }) => state === 'certain' && way);
  if (complete.length === 0 || trial.next instanceof OtherLayout || (await holds(complete, trial, io)))
    return trial.next instanceof OtherLayout
      ? supposed.map((one) => (one.state === 'certain' ? { ...one, state: 'open' as const } : one))
      : supposed;
  const judged: JudgedChange[] = [];
  for (const one of supposed) {
    const isRight = one.state !== 'certain' || (complete.length > 1 && (await holds([one], trial, io)));
    judged.push(isRight ? one : { ...one, state: 'open' });
  }
  return judged;
}

/** Whether the service with these changes keeps the lock, as far as they are about it, and every law. */
async function holds(
  changes: readonly JudgedChange[],
  { promised, next, choice, now }: Trial,
  io: Io,
): Promise<boolean> {
  if (next instanceof OtherLayout) return false;
  const texts = { ...choice.texts, [next.file]: next.add(changes.map(({ way }) => way!)) };
  try {
    const after = await askService('draft', { ...choice, texts }, { asOf: now.toISOString(), laws: true }, io);
    const subjects = new Set(changes.map((one) => (one.schema === null ? subjectOf(one) : `schema ${one.schema}`)));
    const left = after.errors.length > 0 ? [] : brokenBy(promised, after, now);
    return (
      after.errors.length === 0 &&
      after.laws.length === 0 &&
      !left.some(({ component, method, path }) => subjects.has(component ?? `${method} ${path}`))
    );
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}

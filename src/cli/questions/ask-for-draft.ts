import { type ContractLock, lockName } from '../../contract/lock/contract-lock.js';
import { openNext } from '../../release/add-changes.js';
import { findClasses } from '../../release/find-classes.js';
import { findConstants } from '../../release/find-constants.js';
import { OtherLayout, orOtherLayout } from '../../release/find-layout.js';
import { problemLine } from '../../report/result.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { escapeTerminal } from '../../text/escape.js';
import { brokenBy } from '../change/broken-by.js';
import { type DraftedChange, draftChanges, subjectOf } from '../change/draft-changes.js';
import { changeUse, declaredIn, draftableOf, hiddenIn, isError, takenIn } from '../change/draftable.js';
import { judge, type JudgedChange } from '../change/judge-changes.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { readSources } from '../sources/read-sources.js';
import { apiOfService, type Asking, type OpenedApi, serviceOf } from '../sources/open-api.js';
import { servedHandlers } from './served-handlers.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** What the versions promised, and where that is written: a folder, and the ref of `--base`. */
  readonly locks: readonly ContractLock[];
  readonly place: { readonly dir: string; readonly base: string | null };
  /** The subjects for which somebody chose a way, with its number. */
  readonly choose: readonly (readonly [string, number])[];
}

/** A drafted change as it is sent: `taken` is the index of its way, or -1. */
interface SentChange extends Omit<JudgedChange, 'way'> {
  readonly taken: number;
}

interface Drafted {
  /** The version that is broken. */
  readonly version: string;
  /** Every source file of the service, as absolute paths. */
  readonly inputs: readonly string[];
  /** The ids of all changes, also of behaviours and previews. */
  readonly taken: readonly string[];
  readonly changes: readonly SentChange[];
  /** What drafts call constants in the module of next. */
  readonly locals: readonly (readonly [string, string])[];
}

/** What breaks the newest released version, with the changes that declare it, tried in the service itself. */
export async function askForDraft(api: OpenedApi, details: Details, io: Asking): Promise<Drafted> {
  const service = draftableOf(serviceOf(api, changeUse));
  const now = new Date(details.asOf);
  const { inputs, table } = service;
  refuseErrors((await apiOfService(service).check(now)).filter(isError).map(problemLine));
  const promised = promiseOf(versionsOf(table.routes).at(-1), details);
  const current = await service.lockHaving(promised.version, []);
  const sources = readSources(inputs);
  const next = orOtherLayout(() => openNext(sources));
  const module = next instanceof OtherLayout ? null : next;
  const drafts = draftChanges({
    findings: brokenBy(promised, { locks: [current] }, now),
    promised,
    current,
    live: (await service.nextLock()) ?? current,
    constants: findConstants(sources),
    hidden: hiddenIn(service),
    taken: takenIn(service),
    handlers: servedHandlers(service, promised.version ?? undefined, declaredIn(service)?.live),
    classes: findClasses(sources),
    next: module,
  });
  const choose = new Map(details.choose);
  refuseChoices(choose, drafts);
  const judged = await judge(drafts, { promised, next: module, now, choose, reopen: io.reopen }, io);
  return {
    version: promised.version!,
    inputs,
    taken: takenIn(service),
    changes: judged.map(({ way, ...one }) => ({ ...one, taken: way ? one.ways.indexOf(way) : -1 })),
    locals: [...(module?.locals ?? [])],
  };
}

function refuseErrors(errors: readonly string[]): void {
  if (errors.length > 0)
    throw new CommandFailure(
      `svc check reports errors. Fix them first:\n${errors.map((one) => `  ${escapeTerminal(one)}`).join('\n')}`,
      1,
    );
}

/** What the newest released version promised. */
function promiseOf(newest: string | undefined, { locks, place: { dir, base } }: Details): ContractLock {
  if (newest === undefined)
    throw usageError("The service has no versions. Declare the first one: versions: defineVersions(['1'], { next }).");
  const promised = locks.find(({ version }) => version === newest);
  if (promised) return promised;
  throw usageError(
    `Version ${newest} has no lock file${base === null ? '' : ` at ${base}`}: ${dir}/${lockName(newest)}. svc openapi lock writes it from what the service promises now; run it before you change the service.`,
  );
}

function refuseChoices(choose: ReadonlyMap<string, number>, drafts: readonly DraftedChange[]): void {
  for (const [schema, number] of choose) {
    const draft = drafts.find((one) => subjectOf(one) === schema);
    const names = drafts.map(subjectOf);
    if (!draft)
      throw usageError(
        `--choose names ${JSON.stringify(schema)}, which does not differ.${names.length > 0 ? ` Available: ${names.join(', ')}.` : ''}`,
      );
    if (number > draft.ways.length)
      throw usageError(
        `--choose ${schema}=${number}: ${schema} has ${draft.ways.length} ${draft.ways.length === 1 ? 'way' : 'ways'}.`,
      );
  }
}

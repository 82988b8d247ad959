import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { idsWithInternal } from '../../routing/table/internal-problems.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { problemLine } from '../../report/result.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { type OpenedService, withoutProblems } from '../sources/open-service.js';
import { apiOfService, type OpenedApi, serviceOf } from '../sources/open-api.js';
import { type ServedHandler, servedHandlers } from './served-handlers.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
}

/** What a change is drafted from. */
interface Draftable {
  /** Every source file of the service, as absolute paths. */
  readonly inputs: readonly string[];
  readonly versions: readonly string[];
  /** Errors of `svc check`, a line each, but not those of unfinished and missing changes; with any, the rest is empty. */
  readonly errors: readonly string[];
  /** What the newest released version is now; none of a service without versions. */
  readonly locks: readonly ContractLock[];
  readonly next: ContractLock | null;
  /** The ids of schemas with members that no document shows. */
  readonly hidden: readonly string[];
  /** The ids of all changes, also of behaviours and previews. */
  readonly taken: readonly string[];
  /** What serves the operations of the newest released version. */
  readonly handlers: readonly ServedHandler[];
}

/** What the service promises now, and what its handlers are written for. */
export async function askForDraft(api: OpenedApi, { asOf }: Details): Promise<Draftable> {
  const service = draftableOf(serviceOf(api, changeUse));
  const now = new Date(asOf);
  const { inputs, table } = service;
  const versions = versionsOf(table.routes);
  const errors = (await apiOfService(service).check(now)).filter(isError).map(problemLine);
  if (errors.length > 0)
    return { inputs, versions, errors, locks: [], next: null, hidden: [], taken: [], handlers: [] };
  const newest = versions.at(-1);
  return {
    inputs,
    versions,
    errors,
    locks: newest === undefined ? [] : [await service.lockHaving(newest, [])],
    next: await service.nextLock(),
    hidden: hiddenIn(service),
    taken: takenIn(service),
    handlers: servedHandlers(service, newest, declaredIn(service)?.live),
  };
}

/** A frozen shape that differs from what handlers use, for want of a change. */
const lacksChange = ({ id, change }: BootProblem) => id === 'frozen-shape-differs' && change === null;

/** A service whose missing changes are no problem: drafts declare them. */
export const draftableOf = (service: OpenedService): OpenedService => withoutProblems(lacksChange, service);

/** An error that is to be fixed before changes are drafted. */
export const isError = ({ severity, id }: BootProblem): boolean => severity === 'error' && id !== 'change-unfinished';

/** What older versions may need and no document shows. */
export const hiddenIn = ({ table }: Pick<OpenedService, 'table'>) => [
  ...idsWithInternal([...table.routes, ...table.next]),
];

/** The ids that no further change can have. */
export const takenIn = (service: Pick<OpenedService, 'definition'>): readonly string[] => {
  const { list, previews } = declaredIn(service) ?? { list: [], previews: [] };
  return [
    ...list.flatMap(({ changes, behaviours }) => [...changes, ...behaviours].map(({ id }) => id)),
    ...previews.map(({ name }) => name),
  ];
};

const declaredIn = ({ definition: { versioning } }: Pick<OpenedService, 'definition'>) =>
  versioning ? versioning.versions : undefined;

export const changeUse = {
  command: 'svc change',
  instead: 'Documents have no changes: svc diff shows what differs.',
};

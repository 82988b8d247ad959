import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { idsWithInternal } from '../../routing/table/internal-problems.js';
import { problemLine } from '../../report/result.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { clientLaws } from '../../laws/law.js';
import type { Io } from '../io.js';
import type { OpenedService } from '../sources/open-service.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { brokenLaws } from './ask-for-laws.js';
import { type ServedHandler, servedHandlers } from './served-handlers.js';
import { changesOfService } from './changes-of-service.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** Whether the laws are tested, which takes longer. */
  readonly laws: boolean;
}

/** What a change is drafted from. */
interface Draftable {
  /** Every source file of the service, as absolute paths. */
  readonly inputs: readonly string[];
  readonly versions: readonly string[];
  /** Errors of `svc check`, a line each, but not those of unfinished changes; with any, the rest is empty. */
  readonly errors: readonly string[];
  readonly locks: readonly ContractLock[];
  readonly next: ContractLock | null;
  /** The ids of schemas with members that no document shows. */
  readonly hidden: readonly string[];
  /** What serves the operations of the newest released version. */
  readonly handlers: readonly ServedHandler[];
  /** The laws that changes break, a line each. */
  readonly laws: readonly string[];
}

/** What the service promises now, and what its handlers are written for. */
export async function askForDraft(api: OpenedApi, { asOf, laws }: Details, io: Pick<Io, 'stderr'>): Promise<Draftable> {
  const service = serviceOf(api, changeUse);
  const now = new Date(asOf);
  const { inputs, table } = service;
  const versions = versionsOf(table.routes);
  const errors = (await api.check(now))
    .filter(({ severity, id }) => severity === 'error' && id !== 'change-unfinished')
    .map(problemLine);
  if (errors.length > 0) return { inputs, versions, errors, locks: [], next: null, hidden: [], handlers: [], laws: [] };
  const declared = laws ? changesOfService(service) : null;
  return {
    inputs,
    versions,
    errors,
    locks: await api.locks(),
    next: await api.nextLock(),
    hidden: hiddenIn(service),
    handlers: servedHandlers(service, versions.at(-1), liveOf(service)),
    laws: declared ? await brokenLaws(service, declared, now, io, clientLaws) : [],
  };
}

/** What older versions may need and no document shows. */
export const hiddenIn = ({ table }: Pick<OpenedService, 'table'>) => [
  ...idsWithInternal([...table.routes, ...table.next]),
];

/** What handlers are written for. */
const liveOf = ({ definition: { versioning } }: OpenedService) => (versioning ? versioning.versions?.live : undefined);

export const changeUse = {
  command: 'svc change',
  instead: 'Documents have no changes: svc diff shows what differs.',
};

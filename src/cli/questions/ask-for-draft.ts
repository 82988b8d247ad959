import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { idsWithInternal } from '../../routing/table/internal-problems.js';
import { problemLine } from '../../report/result.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedService } from '../sources/open-service.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
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
  /** Errors of `svc check`, a line each, but not those of unfinished changes; with any, the rest is empty. */
  readonly errors: readonly string[];
  /** What the newest released version is now; none of a service without versions. */
  readonly locks: readonly ContractLock[];
  readonly next: ContractLock | null;
  /** The ids of schemas with members that no document shows. */
  readonly hidden: readonly string[];
  /** What serves the operations of the newest released version. */
  readonly handlers: readonly ServedHandler[];
}

/** What the service promises now, and what its handlers are written for. */
export async function askForDraft(api: OpenedApi, { asOf }: Details): Promise<Draftable> {
  const service = serviceOf(api, changeUse);
  const now = new Date(asOf);
  const { inputs, table } = service;
  const versions = versionsOf(table.routes);
  const errors = (await api.check(now))
    .filter(({ severity, id }) => severity === 'error' && id !== 'change-unfinished')
    .map(problemLine);
  if (errors.length > 0) return { inputs, versions, errors, locks: [], next: null, hidden: [], handlers: [] };
  const newest = versions.at(-1);
  return {
    inputs,
    versions,
    errors,
    locks: newest === undefined ? [] : [await service.lockHaving(newest, [])],
    next: await api.nextLock(),
    hidden: hiddenIn(service),
    handlers: servedHandlers(service, newest, liveOf(service)),
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

import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { isCurrent } from '../../routing/table/preview-table.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { refusePreviews } from './named-previews.js';

interface Details {
  readonly previews: readonly string[];
  /** Those of `--api-version`; undefined for the released ones. */
  readonly versions: readonly string[] | undefined;
}

/** The contract of a version with previews on, which are sorted. */
interface PreviewedContract extends ContractLock {
  readonly previews: readonly string[];
}

interface ClientContracts {
  readonly locks: readonly ContractLock[];
  /** What is not released; null where nothing is. */
  readonly next: ContractLock | null;
  /** Each set of the previews, on the newest version, and on what is not released where that is named. */
  readonly previewed: readonly PreviewedContract[];
}

/** What `svc client` writes types of. */
export async function askForClient(api: OpenedApi, { previews, versions }: Details): Promise<ClientContracts> {
  const contracts = { locks: await api.locks(), next: await api.nextLock() };
  if (previews.length === 0) return { ...contracts, previewed: [] };
  const service = serviceOf(api, { command: 'svc client --preview', instead: 'Omit --preview.' });
  refusePreviews(service, previews, versions);
  const newest = versionsOf(service.table.routes).at(-1);
  const current = newest === undefined ? [null] : (versions ?? [newest]).filter((one) => isCurrent(one, { newest }));
  const wanted = current.flatMap((version) => setsOf(previews).map((set) => [version, set] as const));
  const previewed = await Promise.all(
    wanted.map(async ([version, set]) => ({ ...(await service.lockHaving(version, set)), previews: set })),
  );
  return { ...contracts, previewed };
}

/** Every set of some names but the empty one: small ones first, each sorted. */
function setsOf(names: readonly string[]): readonly (readonly string[])[] {
  const sets = [...new Set(names)]
    .sort(codeUnitOrder)
    .reduce<readonly (readonly string[])[]>((found, name) => [...found, ...found.map((set) => [...set, name])], [[]]);
  return sets.filter((set) => set.length > 0).sort((a, b) => a.length - b.length);
}

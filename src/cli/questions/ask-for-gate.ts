import { findAltered, type AlteredChange } from '../../laws/compare-changes.js';
import { type ChangesFile, compareChangesFile } from '../../laws/frozen-results.js';
import type { LawFinding } from '../../laws/law-finding.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import type { ChangesLock } from '../../laws/lock/changes-lock.js';
import { checkRules } from '../../export/index.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { isoDay } from '../../text/date.js';
import { changesOfService } from './changes-of-service.js';
import type { Io } from '../io.js';
import type { OpenedApi } from '../sources/open-api.js';
import { contractsOf, type Contracts } from '../sources/contracts.js';
import { testLaws } from './ask-for-laws.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** The changes that the base released; null without them. */
  readonly released: ChangesLock | null;
  /** The file of the changes as it is now. */
  readonly written: ChangesLock | null;
  readonly laws: boolean;
}

interface GateFacts {
  readonly problems: readonly BootProblem[];
  /** Everything else; null if the service cannot be described before its problems are fixed. */
  readonly described: Described | null;
}

interface Described extends Contracts {
  readonly lifecycle: readonly LifecycleEntry[];
  readonly altered: readonly AlteredChange[];
  readonly changesFile: ChangesFile | null;
  readonly laws: readonly LawFinding[];
}

/** Everything that the gate judges about an API. */
export async function askForGate(api: OpenedApi, details: Details, io: Pick<Io, 'stderr'>): Promise<GateFacts> {
  const now = new Date(details.asOf);
  const problems = await api.check(now);
  if (!isDescribable(api, problems)) return { problems, described: null };
  const contracts = await contractsOf(api);
  const declared = api.service && changesOfService(api.service);
  return {
    problems,
    described: {
      ...contracts,
      lifecycle: listLifecycle(
        api.routes,
        contracts.locks,
        isoDay(now),
        api.versioning,
        api.locate ?? undefined,
        api.previews?.previews,
      ),
      altered: declared && details.released ? findAltered(details.released, declared) : [],
      changesFile: compareChangesFile(details.written, declared),
      laws: details.laws && declared && api.service ? await testLaws(api.service, declared, now, io) : [],
    },
  };
}

function isDescribable({ service }: OpenedApi, found: readonly BootProblem[]): boolean {
  if (!service) return true;
  return (
    ![...service.problems, ...service.table.problems].some(({ severity }) => severity === 'error') &&
    !checkRules.some(({ id, preventsDescription }) => preventsDescription && found.some((one) => one.id === id))
  );
}

import { findAltered, type AlteredChange, type ServiceChanges } from '../../laws/compare-changes.js';
import { findAlteredShapes, findUnreadable } from '../../laws/compare-shapes.js';
import type { ChangesFile } from '../../laws/frozen-results.js';
import type { LawFinding } from '../../laws/law-finding.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import { checkRules } from '../../export/index.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { isoDay } from '../../text/date.js';
import { changesOfService } from './changes-of-service.js';
import type { Io } from '../io.js';
import type { OpenedApi } from '../sources/open-api.js';
import { contractsOf, type Contracts } from '../sources/contracts.js';
import { compareFiles, type WrittenFiles } from './ask-for-locks.js';
import { lensesOfService } from './lenses-of-service.js';
import { testLaws } from './ask-for-laws.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** The changes and the shapes that the base released; null without them. */
  readonly released: Pick<WrittenFiles, 'changes' | 'shapes'>;
  /** The files as they are now. */
  readonly written: WrittenFiles;
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
  readonly changesFiles: readonly ChangesFile[];
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
      altered: alterationsOf(api, declared, details),
      changesFiles: compareFiles(details.written, api),
      laws: details.laws && api.service ? await testLaws(api.service, declared, now, io) : [],
    },
  };
}

/** What is no longer as the base released it. */
function alterationsOf(
  api: OpenedApi,
  declared: ServiceChanges | null,
  { released: { changes, shapes }, written: { kept } }: Details,
): readonly AlteredChange[] {
  const lenses = lensesOfService(api);
  return [
    ...(declared && changes ? findAltered(changes, declared) : []),
    ...(shapes ? [...findAlteredShapes(shapes, lenses, kept), ...findUnreadable(shapes, lenses)] : []),
  ];
}

function isDescribable({ service }: OpenedApi, found: readonly BootProblem[]): boolean {
  if (!service) return true;
  return (
    ![...service.problems, ...service.table.problems].some(({ severity }) => severity === 'error') &&
    !checkRules.some(({ id, preventsDescription }) => preventsDescription && found.some((one) => one.id === id))
  );
}

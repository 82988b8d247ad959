import { documentRules } from '../../contract/documents/check-documents.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { drawTimeline } from '../../export/index.js';
import type { BootProblem } from '../../report/boot-problem.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import { releaseDays } from '../../routing/versioning/versions.js';
import type { OpenedApi } from '../sources/open-api.js';

interface Lifecycle {
  readonly entries: readonly LifecycleEntry[];
  /** The timeline as SVG. */
  readonly drawing: string;
  /** Dates of documents that are wrong, so that they are not among the entries as they were meant. */
  readonly faults: readonly BootProblem[];
  readonly title: string;
  readonly consumers: ConsumersOptions | null;
  /** Empty where nobody asked for them. */
  readonly locks: readonly ContractLock[];
}

/** What is deprecated as of a day (YYYY-MM-DD), and on request the contracts that it is in. */
export async function askForLifecycle(
  { routes, versioning, locks, locate, service, check, previews, title, consumers }: OpenedApi,
  { asOf, withLocks }: { readonly asOf: string; readonly withLocks: boolean },
): Promise<Lifecycle> {
  return {
    title,
    consumers: consumers ?? null,
    locks: withLocks ? await locks() : [],
    entries: listLifecycle(routes, await locks(), asOf, versioning, locate ?? undefined, previews?.previews),
    drawing: drawTimeline(routes, { asOf, released: releaseDays(versioning) }),
    faults: service
      ? []
      : (await check(new Date(asOf))).filter(({ id }) => documentRules.some((rule) => rule.id === id)),
  };
}

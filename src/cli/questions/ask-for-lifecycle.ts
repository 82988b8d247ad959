import { documentRules } from '../../contract/documents/check-documents.js';
import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import { drawTimeline } from '../../export/index.js';
import type { BootProblem } from '../../report/boot-problem.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import type { OpenedApi } from '../sources/open-api.js';

interface Lifecycle {
  readonly entries: readonly LifecycleEntry[];
  /** The timeline as SVG. */
  readonly drawing: string;
  /** Dates of documents that are wrong, so that they are not among the entries as they were meant. */
  readonly faults: readonly BootProblem[];
  readonly title: string;
  readonly consumers: ConsumersOptions | null;
}

/** What is deprecated as of a day (YYYY-MM-DD). */
export async function askForLifecycle(
  { routes, versioning, locks, locate, service, check, previews, title, consumers }: OpenedApi,
  { asOf }: { readonly asOf: string },
): Promise<Lifecycle> {
  return {
    title,
    consumers: consumers ?? null,
    entries: listLifecycle(routes, await locks(), asOf, versioning, locate ?? undefined, previews?.previews),
    drawing: drawTimeline(routes, { asOf }),
    faults: service
      ? []
      : (await check(new Date(asOf))).filter(({ id }) => documentRules.some((rule) => rule.id === id)),
  };
}

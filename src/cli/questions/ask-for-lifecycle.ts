import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import { drawTimeline } from '../../export/index.js';
import type { OpenedApi } from '../open-api.js';

interface Lifecycle {
  readonly entries: readonly LifecycleEntry[];
  /** The timeline as SVG. */
  readonly drawing: string;
}

/** What is deprecated as of a day (YYYY-MM-DD). */
export async function askForLifecycle(
  { routes, versioning, locks, locate }: OpenedApi,
  { asOf }: { readonly asOf: string },
): Promise<Lifecycle> {
  return {
    entries: listLifecycle(routes, await locks(), asOf, versioning, locate ?? undefined),
    drawing: drawTimeline(routes, { asOf }),
  };
}

import type { LifecycleEntry } from '../../contract/lifecycle/lifecycle-entry.js';
import { listLifecycle } from '../../contract/lifecycle/list-lifecycle.js';
import { drawTimeline } from '../../export/index.js';
import type { OpenedService } from '../open-service.js';

interface Lifecycle {
  readonly entries: readonly LifecycleEntry[];
  /** The timeline as SVG. */
  readonly drawing: string;
}

/** What is deprecated as of a day (YYYY-MM-DD). */
export async function askForLifecycle(
  { definition, table, locks }: OpenedService,
  { asOf }: { readonly asOf: string },
): Promise<Lifecycle> {
  return {
    entries: listLifecycle(table.routes, await locks(), asOf, definition.versioning),
    drawing: drawTimeline(table.routes, { asOf }),
  };
}

import type { Hop } from '../changes/hop.js';
import { type NamedOperation, operationsOf } from '../routing/changes/operation-stage.js';
import { isCurrent, type PreviewTable } from '../routing/table/preview-table.js';
import { type Route, routeWith } from '../routing/table/route.js';
import type { Versions } from '../changes/known-versions.js';
import { groupBy } from '../text/group-by.js';
import { NEXT } from '../text/version-order.js';

/** A preview, and the operations with it and without it. Previews that build on it are off. */
export interface PreviewStage {
  readonly hop: Hop;
  readonly crossed: readonly PreviewCrossing[];
}

/** An operation with a preview, and without it. */
export interface PreviewCrossing {
  /** Its version is that of the hop. */
  readonly newer: Route;
  readonly older: Route;
  /** What the preview changes of the operation itself; null for nothing. */
  readonly operation: NamedOperation | null;
  readonly isTouched: boolean;
}

/** The previews of an API, the newest first, with the operations as handlers serve them in the newest version. */
export function listStages(
  versions: Versions,
  routes: readonly Route[],
  previews: PreviewTable | null,
): readonly PreviewStage[] {
  const { above } = versions;
  if (previews === null || above.length === 0) return [];
  const newest = newestOf([...routes, ...previews.routes].filter(({ version }) => isCurrent(version, versions)));
  return above.map((hop, index) => {
    const having = above.slice(index).map((one) => one.preview!);
    return {
      hop,
      crossed: newest.map((route) => {
        const { route: newer, binding } = previews.having(route, having);
        return {
          newer: routeWith(newer, { version: hop.version }),
          older: previews.having(route, having.slice(1)).route,
          operation: operationsOf(hop, binding.target, binding.key)[0] ?? null,
          isTouched: previews.touching.get(route)?.includes(hop.preview!) ?? false,
        };
      }),
    };
  });
}

/** What is not released, where a handler serves it, else the newest version. */
function newestOf(routes: readonly Route[]): readonly Route[] {
  const byHandler = [...groupBy(routes, ({ handler }) => handler).values()];
  return byHandler.map((own) => own.find(({ version }) => version === NEXT) ?? own[0]!);
}

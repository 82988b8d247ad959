import type { Change } from '../../changes/change.js';
import type { Hop } from '../../changes/hop.js';
import type { NamedOperation, OperationShape } from '../../routing/changes/operation-stage.js';
import { isNewer, operationIn } from '../../routing/changes/crossings.js';
import { olderOperation } from '../../routing/changes/older-operations.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { Versions } from '../../changes/known-versions.js';
import type { Binding } from '../../routing/table/binding.js';
import type { Route } from '../../routing/table/route.js';
import { groupBy } from '../../text/group-by.js';
import type { PreviewStage } from '../preview-stages.js';

/** An operation that two neighbouring versions serve with one handler, or one with a preview and without it. */
export interface CrossedOperation {
  readonly hop: Hop;
  readonly newer: Route;
  readonly older: Route;
  /** `/users/{}` in the older version. */
  readonly path: string;
  /** The changes of the newer version, or of the preview, that concern it. */
  readonly changes: readonly Change[];
  /** What it was, and the way there; null where nothing changes it. */
  readonly way: () => { readonly shape: OperationShape; readonly passage: Passage | null };
}

/** The operations of each version that the version before it serves too, for the versions that changed some of them. */
export function listCrossed(
  versions: Versions,
  routes: readonly Route[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly (readonly CrossedOperation[])[] {
  const byVersion = groupBy(routes, ({ version }) => version);
  const hops = versions.hopsBetween(versions.live, versions.names[0]!).toReversed();
  return hops.map((hop) => {
    const newer = groupBy(byVersion.get(hop.version) ?? [], ({ handler }) => handler);
    return (byVersion.get(hop.previous) ?? []).flatMap((older) => {
      const own = newer.get(older.handler)?.find((one) => isNewer(one, older, bindings));
      return own ? [crossedVersions(hop, own, older, bindings)] : [];
    });
  });
}

/** The operations of each preview, for the previews that change some of them. */
export const listPreviewed = (stages: readonly PreviewStage[]): readonly (readonly CrossedOperation[])[] =>
  stages.map(({ hop, crossed: all }) =>
    all.map(({ newer, older, operation, isTouched }) =>
      crossed(hop, newer, older, isTouched ? hop.changes : [], () => operation),
    ),
  );

function crossedVersions(
  hop: Hop,
  newer: Route,
  older: Route,
  bindings: ReadonlyMap<Route, Binding>,
): CrossedOperation {
  const titles = new Set(older.changes.filter(({ version }) => version === hop.version).map(({ title }) => title));
  const changes = titles.size === 0 ? [] : hop.changes.filter(({ title }) => titles.has(title));
  return crossed(hop, newer, older, changes, () => operationIn(hop, older, bindings));
}

function crossed(
  hop: Hop,
  newer: Route,
  older: Route,
  changes: readonly Change[],
  operationOf: () => NamedOperation | null,
): CrossedOperation {
  let known: ReturnType<CrossedOperation['way']> | null = null;
  return {
    hop,
    newer,
    older,
    path: plainPath(older.path),
    changes,
    way: () => (known ??= olderOperation(newer, hop, operationOf())),
  };
}

/** A path whose parameters have no names. */
export const plainPath = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

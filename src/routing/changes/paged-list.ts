import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { ChangeError, runChange } from '../../changes/change-error.js';
import type { Collect } from './collect.js';
import type { Hop } from '../../changes/hop.js';
import { lineageOf } from '../../changes/lineage.js';
import type { NamedOperation, Stage } from './operation-stage.js';
import { remember } from '../../changes/origins.js';
import { type Settle, settling } from '../../changes/settle.js';

/** A list of an older version that is made of pages of a newer one. */
export interface PagedList {
  /** The success status of the newer version. */
  readonly status: number;
  /** How many items it may have. */
  readonly atMost: number;
  /** The query as the newer version's schema returns it; null where that is the newest. */
  readonly settle: Settle | null;
  readonly items: (page: unknown) => readonly unknown[];
  /** The query of the next page, which remembers what it passed on of this one; null behind the last page. */
  readonly next: (page: unknown, query: unknown, isParsed: boolean) => unknown;
  /** Throws an error as one of the change. */
  readonly blame: (error: unknown) => never;
}

/** `stage` is the newer operation. */
export function pagedList(hop: Hop, stage: Stage, { change }: NamedOperation, collect: Collect): PagedList {
  const { items, next, atMost } = collect;
  const tree = zodTreeOf(stage.bare.query);
  const maker = { change, version: hop.version };
  // A change fails on an answer here, also where it makes a request of it.
  const blamed = <T>(run: () => T): T => runChange(change, hop.version, 'down', run);
  const newer = hop.newer.at(-1);
  const lineage = tree && lineageOf(tree, tree);
  return Object.freeze<PagedList>({
    status: stage.status,
    atMost,
    settle: tree && newer ? settling(tree, newer) : null,
    items: (page) => blamed(() => requireItems(items(page as never))),
    next: (page, query, isParsed) => {
      const given = blamed(() => requireQuery(next(page as never, query as never)));
      return tree && remember(given, { from: query, isParsed, schema: tree, lineage, maker });
    },
    blame: (error) => {
      throw new ChangeError(change, hop.version, 'down', error);
    },
  });
}

function requireItems(items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items as readonly unknown[];
  throw new TypeError('collect.items returned no list.');
}

function requireQuery(query: unknown): object | null {
  if (query === null || (typeof query === 'object' && !Array.isArray(query))) return query;
  throw new TypeError('collect.next returned neither a query nor null.');
}

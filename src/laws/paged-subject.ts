import { $ZodArray, type $ZodType } from 'zod/v4/core';
import type { Change } from '../changes/change.js';
import type { Hop } from '../changes/hop.js';
import type { OperationChange } from '../routing/changes/operation.js';
import { type OperationShape, operationsIn } from '../routing/changes/operation-stage.js';
import type { PagedList } from '../routing/changes/paged-list.js';
import { olderOperation } from '../routing/changes/older-operations.js';
import { responseDetail } from '../routing/table/responses.js';
import type { Route } from '../routing/table/route.js';
import { findMisfits } from '../schema/find-misfits.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { injectableName } from '../wiring/token.js';
import { showShape } from './show.js';
import { finishWith, type Input, objectInput, conversionOf, type Subject, type Way, wordsIn } from './way.js';

/** The operations that a change names, in the version that made it. */
export function servedIn(routes: readonly Route[], hop: Hop, named: OperationChange): readonly Route[] {
  const controller = injectableName(named.controller());
  return routes.filter(
    ({ version, handler }) =>
      version === hop.version && handler.controller === controller && handler.method === named.handler,
  );
}

const pageOf = ({ responses, status }: OperationShape) => zodTreeOf(responseDetail(responses[status] ?? null).schema)!;

/** Some pages of a list. */
export const pagesInput = (newer: OperationShape): Input => ({
  kind: 'schema',
  schema: new $ZodArray({ type: 'array', element: pageOf(newer) }),
});

/** The items of some pages. */
export const wholeList = ({ items }: PagedList, pages: unknown): readonly unknown[] =>
  (pages as readonly unknown[]).flatMap((page) => items(page));

/** How a change asks for the next page of a list; null where it collects none. Older operations that are declared together share it. */
export function pagedSubject(
  routes: readonly Route[],
  hop: Hop,
  change: Change,
  named: OperationChange,
): Subject | null {
  const isFirst = operationsIn(hop).find((one) => one.declaration === named.declaration)?.before === named.before;
  const newer = named.collect && isFirst && servedIn(routes, hop, named)[0];
  if (!newer) return null;
  const { passage } = olderOperation(newer, hop, { ...named, change });
  const [list] = passage?.collecting?.lists ?? [];
  const word = passage?.finish.query;
  if (!list || !word) return null;
  return {
    change,
    unknownLosses: [],
    described: () => ({ after: null, before: null }),
    uncovered: () => [],
    version: hop.version,
    previous: hop.previous,
    name: `the next page of ${newer.method} ${newer.path}`,
    source: change.source(),
    shapes: { after: showShape(pageOf(newer)), before: showShape(newer.schemas.query) },
    ways: [nextWay(newer, list, word, wordsIn(named.collect!.next))],
  };
}

function nextWay(newer: Route, list: PagedList, word: $ZodType, words: readonly string[]): Way {
  const { query } = newer.schemas;
  const finish = (next: unknown) => (next === null ? { value: null } : finishWith(word, next));
  const isRefused = (next: unknown) => 'refused' in finish(next);
  const fault = 'collect.next';
  return {
    direction: 'up',
    words,
    input: objectInput({ page: { kind: 'schema', schema: pageOf(newer) }, query: { kind: 'schema', schema: query } }),
    convert: conversionOf((drawn) => {
      const { page, query: asked } = drawn as { readonly page: unknown; readonly query: unknown };
      return list.next(page, asked, true);
    }, 'up'),
    finish,
    misfits: (next) => (next === null ? { wrong: [], surplus: [] } : findMisfits(query, next)),
    back: null,
    gone: [],
    convertsItems: true,
    schemas: null,
    judgeAll: (converted) => {
      const results = converted.map(({ result }) => result);
      const asked = results.filter((next) => next !== null);
      const missed = (what: string, fix: string) => ({ law: 'pages-missed', what: `${fault} ${what}`, fix }) as const;
      if (asked.length === 0)
        return missed(
          'never asks for another page.',
          'Return the query of the next page, unless the page is the last.',
        );
      if (asked.length === results.length)
        return missed('asks for another page behind every page.', 'Return null behind the last page.');
      if (asked.filter(isRefused).length * 2 > asked.length)
        return missed(
          `gives queries that the newer schema refuses: ${(finish(asked.find(isRefused)) as { readonly refused: string }).refused}.`,
          'Ask for no more than the newest version allows.',
        );
      return null;
    },
  };
}

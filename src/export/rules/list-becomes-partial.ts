import { problem } from '../../report/boot-problem.js';
import type { Crossing } from '../../routing/changes/crossings.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { limitsOf } from '../../schema/zod-limits.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { definitionOf } from '../../schema/zod-tree.js';
import type { $ZodType } from 'zod/v4/core';
import { bareOf } from '../../changes/lineage.js';
import { crossingsIn, membersOf } from './changed-operations.js';
import { atRoute, type Rule } from './rule.js';

/** An older client that gets the first page takes it for the whole list. */
export const listBecomesPartial: Rule = {
  id: 'list-becomes-partial',
  severity: 'warning',
  summary: 'An older version whose list became pages gets all of them.',
  find: (context) =>
    crossingsIn(context).flatMap((crossing) => {
      const { hop, own, newer, older, operation } = crossing;
      if (newer.method !== 'GET' || operation?.collect || !isList(answerOf(older)) || !isPage(answerOf(newer)))
        return [];
      const limit = limitIn(crossing);
      const change = hop.find(answerOf(newer)!)?.change ?? operation?.change;
      if (limit === null || !change) return [];
      return [
        problem(
          'list-becomes-partial',
          `The change "${change.title}" of version ${hop.version} makes one page the whole list of ${older.method} ${older.path} in version ${hop.previous}: requests without ${limit} get as many items as the newest version gives by default.`,
          `Collect the pages: operation(() => ${own.handler.controller}, '${own.handler.method}', { before: {}, collect: { items, next } }).`,
          { ...atRoute(own), source: change.source(), change: change.id },
        ),
      ];
    }),
};

const answerOf = ({ responses, status }: Route) => zodTreeOf(responseDetail(responses[status] ?? null).schema);

const isList = (tree: $ZodType | null) => tree !== null && definitionOf(bareOf(tree)).type === 'array';

const isPage = (tree: $ZodType | null) => tree !== null && membersOf(tree).some(([, member]) => isList(member));

const names = /limit|size|count|per_?page|max|take|top|first|rows/i;

/** The member of the newest query that limits a page, and that requests need not name; null where there is none. */
function limitIn({ own, older }: Crossing): string | null {
  const known = new Map(membersOf(older.schemas.query));
  const found = membersOf(own.schemas.query).find(([name, member]) => {
    const bare = bareOf(member);
    if (definitionOf(bare).type !== 'number') return false;
    const isGiven = member._zod.optin !== undefined || !known.has(name);
    return isGiven && (names.test(name) || limitsOf(bare).maximum !== null);
  });
  return found?.[0] ?? null;
}

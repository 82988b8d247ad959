import { partNames } from '../../routing/declare/request-parts.js';
import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/boot-problem.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { hiddenMembers } from '../../schema/without-internal.js';
import { atRoute, type Rule } from './rule.js';

export const internalInRequest: Rule = {
  id: 'internal-in-request',
  severity: 'warning',
  summary: 'The schemas of requests have no internal members: their types would promise what no request holds.',
  find: ({ routes }) =>
    routes.flatMap((route) =>
      partNames.flatMap((part) => {
        const tree = zodTreeOf(route.schemas[part]);
        const members = tree ? [...new Set(hiddenMembers(tree))] : [];
        if (members.length === 0) return [];
        return problem(
          'internal-in-request',
          `The ${part} of ${handlerName(route)}() has the internal ${members.length === 1 ? 'member' : 'members'} ${members.join(', ')}, which requests never hold, whatever its type says.`,
          `Give requests a schema without: User.omit({ ${members[0]!.split('.').at(-1)}: true }).`,
          atRoute(route),
        );
      }),
    ),
};

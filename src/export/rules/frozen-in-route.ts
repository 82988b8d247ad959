import type { $ZodType } from 'zod/v4/core';
import { problem } from '../../report/boot-problem.js';
import { formatPlace } from '../../report/result.js';
import type { FrozenConstant } from '../../changes/frozen.js';
import { constantsIn } from '../../changes/frozen-constants.js';
import { partNames } from '../../routing/declare/request-parts.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { atRoute, type Rule } from './rule.js';

export const frozenInRoute: Rule = {
  id: 'frozen-in-route',
  severity: 'error',
  summary: 'Routes use the schemas that changes act on, not frozen shapes, which are for changes alone.',
  find: ({ routes }) => {
    const known = new Map<$ZodType, readonly FrozenConstant[]>();
    const reported = new Set<string>();
    return routes.flatMap((route) =>
      partsOf(route).flatMap(([part, tree]) => {
        const constants = known.get(tree) ?? constantsIn([tree]);
        known.set(tree, constants);
        return constants.flatMap(({ id, source: sourceOf }) => {
          const key = `${handlerName(route)} ${part} ${id}`;
          if (reported.has(key)) return [];
          reported.add(key);
          const source = sourceOf();
          return problem(
            'frozen-in-route',
            `The ${part} of ${handlerName(route)}() has the frozen shape ${id}${source ? ` (${formatPlace(source)})` : ''}, on which no change acts: every version gets this one shape, and documents show it without its id.`,
            `Use the schema with the id ${id} that other handlers use. Only changes name frozen shapes.`,
            atRoute(route),
          );
        });
      }),
    );
  },
};

/** What a route reads and answers, as `body` or `answer 200`. */
function partsOf({ schemas, responses }: Route): readonly (readonly [string, $ZodType])[] {
  const requests = partNames.map((part) => [part as string, schemas[part]] as const);
  const answers = Object.entries(responses).map(
    ([status, entry]) => [`answer ${status}`, responseDetail(entry).schema] as const,
  );
  return [...requests, ...answers].flatMap(([part, schema]) => {
    const tree = zodTreeOf(schema);
    return tree ? [[part, tree] as const] : [];
  });
}

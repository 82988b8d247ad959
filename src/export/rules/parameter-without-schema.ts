import { problem } from '../../report/boot-problem.js';
import { pathParameters } from '../../routing/table/path.js';
import { handlerName } from '../../routing/table/route.js';
import { atRoute, type Rule } from './rule.js';
import { schemaMembers } from './try-read-schema.js';

export const parameterWithoutSchema: Rule = {
  id: 'parameter-without-schema',
  severity: 'warning',
  summary: 'Every path parameter has a schema, so that it is checked, documented and passed to the handler.',
  find: ({ routes }) =>
    // What an application's document lacks is a mistake of its own.
    routes
      .filter(({ relayed }) => !relayed)
      .flatMap((route) => {
        const described = schemaMembers(route.schemas.params);
        if (described === null) return [];
        return pathParameters(route.path)
          .filter((name) => !described.includes(name))
          .map((name) =>
            problem(
              'parameter-without-schema',
              `${handlerName(route)}() has the path parameter :${name}, but no schema for it.`,
              `Add ${name} to the params of its schemas, such as params: z.object({ ${name}: z.string() }).`,
              atRoute(route),
            ),
          );
      }),
};

import { problem } from '../../report/boot-problem.js';
import { pathParameters } from '../../routing/table/path.js';
import { handlerName } from '../../routing/table/route.js';
import { atRoute, type Rule } from './rule.js';
import { schemaMembers } from './try-read-schema.js';

export const schemaWithoutParameter: Rule = {
  id: 'schema-without-parameter',
  severity: 'error',
  summary: 'Every member of a params schema is a parameter of the path.',
  find: ({ routes }) =>
    routes.flatMap((route) =>
      (schemaMembers(route.schemas.params) ?? [])
        .filter((name) => !pathParameters(route.path).includes(name))
        .map((name) =>
          problem(
            'schema-without-parameter',
            `${handlerName(route)}() has ${name} in its params schema, but ${route.path} has no such parameter.`,
            `Write :${name} in the path, or remove ${name} from the schema. Query parameters belong in the query schema.`,
            atRoute(route),
          ),
        ),
    ),
};

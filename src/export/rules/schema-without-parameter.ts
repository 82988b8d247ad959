import { problem } from '../../report/boot-problem.js';
import { pathParameters } from '../../routing/table/path.js';
import { handlerName, placeOfAddress } from '../../routing/table/route.js';
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
        .map((name) => {
          const moving = route.changes.findLast(({ moves }) => moves);
          return problem(
            'schema-without-parameter',
            `${handlerName(route)}() has ${name} in its params schema, but ${moving ? `its older path ${route.path} in version ${route.version}` : route.path} has no such parameter.`,
            moving
              ? 'Name the older parameters beside the path, before: { path, params }, and convert them in up.'
              : `Write :${name} in the path, or remove ${name} from the schema. Query parameters belong in the query schema.`,
            moving ? { ...atRoute(route), source: placeOfAddress(route) } : atRoute(route),
          );
        }),
    ),
};

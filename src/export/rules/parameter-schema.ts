import { pathParameters } from '../../routing/table/path.js';
import { type Route, handlerName } from '../../routing/table/route.js';
import type { Schema } from '../../routing/declare/schema.js';
import { problem } from '../../report/problem.js';
import { objectMembers } from '../document/object-members.js';
import type { JsonSchema } from '../document/open-api.js';
import { atRoute, type Rule } from './rule.js';
import { tryReadSchema } from './try-read-schema.js';

export const parameterWithoutSchema: Rule = {
  id: 'parameter-without-schema',
  severity: 'warning',
  summary: 'Every path parameter has a schema, so that it is checked, documented and handed to the handler.',
  find: ({ routes }) =>
    routes.flatMap((route) => {
      const described = describedParameters(route);
      if (described === null) return [];
      return pathParameters(route.path)
        .filter((name) => !described.includes(name))
        .map((name) =>
          problem(
            'parameter-without-schema',
            `${handlerName(route)}() has the path parameter :${name}, and its schemas say nothing of it.`,
            `Add params: z.object({ ${name}: z.string() }) to its schemas.`,
            atRoute(route),
          ),
        );
    }),
};

export const schemaWithoutParameter: Rule = {
  id: 'schema-without-parameter',
  severity: 'error',
  summary: 'Every member of a params schema is a parameter of the path.',
  find: ({ routes }) =>
    routes.flatMap((route) =>
      (describedParameters(route) ?? [])
        .filter((name) => !pathParameters(route.path).includes(name))
        .map((name) =>
          problem(
            'schema-without-parameter',
            `${handlerName(route)}() has a params schema with ${name}, and its path ${route.path} has no such parameter.`,
            `Write :${name} in the path, or take ${name} out of the schema. Query parameters belong in the query schema.`,
            atRoute(route),
          ),
        ),
    ),
};

const describedParameters = ({ schemas: { params } }: Route) => schemaMembers(params);

/** The names of a schema's members; null where it does not list them. */
export function schemaMembers(schema: Schema | undefined): readonly string[] | null {
  if (!schema) return [];
  const { reading } = tryReadSchema(schema, 'input');
  if (!reading) return null;
  const resolve = (part: JsonSchema) => reading.definitions[String(part.$ref).replace('#/$defs/', '')]?.schema ?? part;
  const names = objectMembers(reading.root, resolve).map(({ name }) => name);
  return names.length > 0 ? names : null;
}

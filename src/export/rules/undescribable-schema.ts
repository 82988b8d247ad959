import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/boot-problem.js';
import { UndescribableSchemaError } from '../../schema/describe/schema-reader.js';
import { schemasOf } from '../document/schemas-of.js';
import { atRoute, type Rule } from './rule.js';
import { tryReadSchema } from './try-read-schema.js';

export const undescribableSchema: Rule = {
  id: 'undescribable-schema',
  severity: 'error',
  preventsDescription: true,
  summary: 'Every schema has a JSON Schema, so that documents can describe it.',
  find: ({ routes }) =>
    routes.flatMap((route) =>
      schemasOf(route).flatMap(({ schema, io, role }) => {
        const { error } = tryReadSchema(schema, io);
        if (!error) return [];
        const [reason, fix] =
          error instanceof UndescribableSchemaError
            ? [error.reason, error.fix]
            : [error.message, 'Use a type that JSON has.'];
        return problem('undescribable-schema', `${role} of ${handlerName(route)}(): ${reason}`, fix, atRoute(route));
      }),
    ),
};

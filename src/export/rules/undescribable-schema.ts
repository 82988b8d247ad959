import { handlerName } from '../../routing/table/route.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { readableWebhooks } from '../../routing/table/check-webhooks.js';
import { UndescribableSchemaError } from '../../schema/describe/schema-reader.js';
import { schemasOf } from '../document/schemas-of.js';
import { atRoute, type Rule } from './rule.js';
import { tryReadSchema } from './try-read-schema.js';

export const undescribableSchema: Rule = {
  id: 'undescribable-schema',
  severity: 'error',
  preventsDescription: true,
  summary: 'Every schema has a JSON Schema, so that documents can describe it.',
  find: ({ definition, routes }) => [
    ...routes.flatMap((route) =>
      schemasOf(route).flatMap(({ schema, io, role }) => {
        const { error } = tryReadSchema(schema, io);
        return error ? undescribable(`${role} of ${handlerName(route)}()`, error, atRoute(route)) : [];
      }),
    ),
    ...readableWebhooks(definition).flatMap(({ name, payload, source }) => {
      const { error } = tryReadSchema(payload, 'output');
      return error ? undescribable(`Payload of the webhook ${name}`, error, { source: source() }) : [];
    }),
  ],
};

function undescribable(subject: string, error: Error, at: Partial<BootProblem>): BootProblem {
  const [reason, fix] =
    error instanceof UndescribableSchemaError
      ? [error.reason, error.fix]
      : [error.message, 'Use a type that JSON has.'];
  return problem('undescribable-schema', `${subject}: ${reason}`, fix, at);
}

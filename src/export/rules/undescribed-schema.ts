import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/boot-problem.js';
import { missingConverter } from '../../schema/describe/read-foreign.js';
import { schemasOf } from '../document/schemas-of.js';
import { atRoute, type Rule } from './rule.js';

/** What a missing description does, by the role of a schema. */
const effects: Readonly<Record<string, string>> = {
  Response: 'documents show any value, and it is sent with all its members',
  Body: 'documents show any value',
  Header: 'documents show any value',
};

export const undescribedSchema: Rule = {
  id: 'undescribed-schema',
  severity: 'warning',
  summary: 'Every schema is of a library that svckit can describe, so that documents say more than "any value".',
  find: ({ routes }) =>
    routes.flatMap((route) =>
      schemasOf(route).flatMap(({ schema, role, status }) => {
        const missing = missingConverter(schema);
        if (!missing) return [];
        return problem(
          'undescribed-schema',
          `${status === null ? role : `${role} ${status}`} of ${handlerName(route)}() is a schema of ${missing.vendor} without a description: ${effects[role] ?? 'documents do not list its members, and they stay text'}.`,
          missing.fix,
          atRoute(route),
        );
      }),
    ),
};

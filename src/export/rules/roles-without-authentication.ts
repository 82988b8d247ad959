import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import { mayAuthenticate, setAuthenticate } from './may-provide-option.js';
import { atRoute, type Rule } from './rule.js';

export const rolesWithoutAuthentication: Rule = {
  id: 'roles-without-authentication',
  severity: 'error',
  summary: 'An app with @Roles can authenticate its callers.',
  find({ definition, routes }) {
    if (mayAuthenticate(definition)) return [];
    return routes.flatMap((route) =>
      route.access.kind === 'roles'
        ? problem(
            'roles-without-authentication',
            `${handlerName(route)}() requires the role ${joinWords(route.access.roles, 'or')}, but nothing authenticates callers: every request is 401.`,
            setAuthenticate,
            atRoute(route),
          )
        : [],
    );
  },
};

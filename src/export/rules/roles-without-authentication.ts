import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/problem.js';
import { joinWords } from '../../text/join-words.js';
import { findOptionsProvider } from './options-provider.js';
import { atRoute, type Rule } from './rule.js';

export const rolesWithoutAuthentication: Rule = {
  id: 'roles-without-authentication',
  severity: 'error',
  summary: 'Where a route asks for a role, the app can tell who is calling.',
  find({ definition, routes }) {
    if (definition.authenticate || definition.prepare || findOptionsProvider(definition.root)?.answers('authenticate'))
      return [];
    return routes.flatMap((route) =>
      route.access.kind === 'roles'
        ? problem(
            'roles-without-authentication',
            `${handlerName(route)}() asks for the role ${joinWords(route.access.roles, 'or')}, and nothing tells who is calling: every request is 401.`,
            'Set authenticate: (req) => ({ id, roles }), which answers the caller or null.',
            atRoute(route),
          )
        : [],
    );
  },
};

import { problem } from '../../report/boot-problem.js';
import { handlerName } from '../../routing/table/route.js';
import { mayAuthenticate, setAuthenticate } from './may-provide-option.js';
import { atRoute, type Rule } from './rule.js';

export const signedInWithoutAuthentication: Rule = {
  id: 'signed-in-without-authentication',
  severity: 'error',
  summary: "An app with @Authenticated, @Security or defaultAccess: 'authenticated' can authenticate its callers.",
  find({ definition, routes }) {
    if (mayAuthenticate(definition)) return [];
    if (definition.defaultAccess === 'authenticated')
      return [
        problem(
          'signed-in-without-authentication',
          "defaultAccess is 'authenticated', but nothing authenticates callers: every request to a route without @Public is 401.",
          setAuthenticate,
          { option: 'defaultAccess' },
        ),
      ];
    return routes
      .filter(({ access, relayed }) => access.kind === 'authenticated' && !relayed)
      .map((route) =>
        problem(
          'signed-in-without-authentication',
          `${handlerName(route)}() requires a signed-in caller, but nothing authenticates callers: every request is 401.`,
          setAuthenticate,
          atRoute(route),
        ),
      );
  },
};

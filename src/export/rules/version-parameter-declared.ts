import { problem } from '../../report/boot-problem.js';
import { handlerName } from '../../routing/table/route.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { operationKey } from '../document/document-versions.js';
import { schemaMembers } from './try-read-schema.js';
import { atRoute, type Rule } from './rule.js';

export const versionParameterDeclared: Rule = {
  id: 'version-parameter-declared',
  severity: 'error',
  summary: 'No query schema declares the parameter that names the version.',
  find({ routes, versioning }) {
    const parameter = versioningScheme(versioning)?.parameter;
    if (parameter?.in !== 'query') return [];
    const versioned = new Set(routes.filter(({ version }) => version !== null).map(operationKey));
    const found = routes.filter(
      (route) => versioned.has(operationKey(route)) && schemaMembers(route.schemas.query)?.includes(parameter.name),
    );
    return found.map((route) =>
      problem(
        this.id,
        `${handlerName(route)}() declares the query parameter ${parameter.name}, which names the version of a request.`,
        `Remove ${parameter.name} from its query schema, or choose another versioning.parameter.`,
        atRoute(route),
      ),
    );
  },
};

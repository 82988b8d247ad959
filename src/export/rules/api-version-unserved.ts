import { problem, type BootProblem } from '../../report/boot-problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { Rule } from './rule.js';

export const apiVersionUnserved: Rule = {
  id: 'api-version-unserved',
  severity: 'error',
  summary: 'The apiVersion of the export file is a served version.',
  find({ definition: { apiVersion }, routes }) {
    const versions = versionsOf(routes);
    return apiVersion === undefined || versions.includes(apiVersion) ? [] : [unservedApiVersion(apiVersion, versions)];
  },
};

/** The problem of an `apiVersion` that no route serves. */
export function unservedApiVersion(apiVersion: unknown, versions: readonly string[]): BootProblem {
  const message = `apiVersion is ${JSON.stringify(apiVersion)}, but no route serves that version.`;
  return problem('api-version-unserved', message, suggest(apiVersion, versions), { option: 'apiVersion' });
}

function suggest(apiVersion: unknown, versions: readonly string[]): string {
  if (versions.length === 0) return 'Remove it: the API has no versions.';
  return versions.includes(String(apiVersion))
    ? `Write it as a string: '${String(apiVersion)}'.`
    : `Available: ${versions.join(', ')}.`;
}

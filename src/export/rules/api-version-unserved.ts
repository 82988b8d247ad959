import { problem } from '../../wiring/problem.js';
import { documentVersions } from '../document/document-versions.js';
import { listOf } from '../document/words.js';
import type { Rule } from './rule.js';

export const apiVersionUnserved: Rule = {
  id: 'api-version-unserved',
  severity: 'error',
  summary: 'The apiVersion of the export file is a version that some route serves.',
  find({ definition: { apiVersion }, routes, versioning, sourceOf }) {
    const versions = documentVersions(routes, versioning);
    if (apiVersion === undefined || versions.includes(apiVersion)) return [];
    return [problem(
      'api-version-unserved',
      `apiVersion is ${JSON.stringify(apiVersion)}, and no route is served in that version.`,
      versions.length > 0 ? `Name a version that there is: ${listOf(versions)}.` : 'Leave it out: the API has no versions.',
      { source: sourceOf('apiVersion') },
    )];
  },
};

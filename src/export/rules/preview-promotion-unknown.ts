import { problem } from '../../report/boot-problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { suggestName } from '../../text/nearest-name.js';
import type { Rule } from './rule.js';

export const previewPromotionUnknown: Rule = {
  id: 'preview-promotion-unknown',
  severity: 'error',
  summary: 'A preview is promoted to a version of the API.',
  find({ previews, routes, versioning }) {
    const names = versioning?.versions?.names ?? versionsOf(routes);
    return (previews?.previews ?? []).flatMap(({ name, promoted, source }) =>
      promoted === null || names.includes(promoted)
        ? []
        : problem(
            'preview-promotion-unknown',
            `The preview ${name} is promoted to version ${promoted}, which the API does not have.`,
            suggestName(promoted, names, 'Remove promoted.'),
            { source: source() },
          ),
    );
  },
};

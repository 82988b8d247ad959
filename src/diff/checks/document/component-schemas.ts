import { objectAt } from '../../../json/json.js';
import { documentFamily } from '../../family.js';
import type { OpenDocument } from '../../../openapi/open-document.js';

export const componentSchemas = documentFamily({
  name: 'component-schemas',
  checks: { 'api-schema-removed': ['info', 'none', 'components', 'existence', 'remove'] },
  compare: ({ base, revision }) => {
    const [from, to] = [readSchemas(base), readSchemas(revision)];
    return Object.keys(from)
      .filter((name) => to[name] === undefined)
      .map((name) => ({
        id: 'api-schema-removed',
        tokens: ['components', 'schemas', name],
        message: `the component schema ${name} was removed`,
      }));
  },
});

function readSchemas({ root }: OpenDocument) {
  return objectAt(objectAt(root['components'])['schemas']);
}

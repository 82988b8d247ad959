import { objectAt } from '../../../../json/json.js';
import type { OpenDocument } from '../../open-document.js';
import type { DocumentRule } from '../document-rule.js';

export const componentSchemasRule: DocumentRule = {
  name: 'component-schemas',
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
};

function readSchemas({ root }: OpenDocument) {
  return objectAt(objectAt(root['components'])['schemas']);
}

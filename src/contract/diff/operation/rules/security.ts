import type { OperationRule } from '../operation-rule.js';
import type { Operation } from '../operation.js';
import { compareRequirements, letsAnybodyIn, readRequirements } from '../security-requirements.js';

export const securityRule: OperationRule = {
  name: 'security',
  inbound: false,
  compare: ({ base, revision }) => {
    const tokens = [...revision.tokens, 'security'];
    const changes = compareRequirements(
      readRequirements(base.node['security']),
      readRequirements(revision.node['security']),
    );
    return [
      ...(isOpen(base) && !isOpen(revision)
        ? [{ id: 'api-became-protected' as const, tokens, message: 'the operation answered without credentials and needs them now' }]
        : []),
      ...changes.map(({ kind, text }) => ({ id: `api-${kind}` as const, tokens, message: text })),
    ];
  },
};

/** What an operation does not say holds for the document. */
function isOpen({ document, node }: Operation): boolean {
  return letsAnybodyIn(readRequirements(node['security'] ?? document.root['security']));
}

import { listAt } from '../../../../json/json.js';
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
        ? [
            {
              id: 'api-became-protected' as const,
              tokens,
              message: 'the operation answered without credentials and needs them now',
            },
          ]
        : []),
      ...changes.map(({ kind, text }) => ({ id: `api-${kind}` as const, tokens, message: text })),
    ];
  },
};

/** Roles are alternatives: a caller needs one of them. */
export const requiredRolesRule: OperationRule = {
  name: 'required-roles',
  inbound: false,
  compare: ({ base, revision }) => {
    const [from, to] = [readRoles(base), readRoles(revision)];
    const tokens = [...revision.tokens, 'x-required-roles'];
    const narrowed = (message: string) => ({ id: 'api-required-roles-narrowed' as const, tokens, message });
    const widened = (message: string) => ({ id: 'api-required-roles-widened' as const, tokens, message });
    if (from.length === 0)
      return to.length === 0 || isOpen(base) ? [] : [narrowed(`only the role ${to.join(' or ')} gives access now`)];
    if (to.length === 0) return [widened('no role is needed any more')];
    return [
      ...from.filter((role) => !to.includes(role)).map((role) => narrowed(`the role ${role} no longer gives access`)),
      ...to.filter((role) => !from.includes(role)).map((role) => widened(`the role ${role} gives access now`)),
    ];
  },
};

function readRoles({ node }: Operation): readonly string[] {
  return listAt(node['x-required-roles']).map(String);
}

/** What an operation does not say of its security holds for the document. */
function isOpen(operation: Operation): boolean {
  const { document, node } = operation;
  return (
    readRoles(operation).length === 0 && letsAnybodyIn(readRequirements(node['security'] ?? document.root['security']))
  );
}

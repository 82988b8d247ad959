import { listAt } from '../../../../json/json.js';
import { operationFamily } from '../../family.js';
import type { Operation, OperationPair } from '../../operation/operation-pair.js';
import {
  compareRequirements,
  needsNoCredentials,
  readRequirements,
  type RequirementEvent,
} from '../../operation/security-requirements.js';

const requirementIds = {
  added: 'api-security-added',
  removed: 'api-security-removed',
  'scope-added': 'api-security-scope-added',
  'scope-removed': 'api-security-scope-removed',
} as const satisfies Readonly<Record<RequirementEvent, string>>;

export const security = operationFamily({
  name: 'security',
  inbound: false,
  checks: {
    'api-became-protected': ['warning', 'request', 'security', 'requiredness', 'change'],
    'api-security-removed': ['info', 'none', 'security', 'existence', 'remove'],
    'api-security-added': ['info', 'none', 'security', 'existence', 'add'],
    'api-security-scope-added': ['info', 'none', 'security', 'existence', 'add'],
    'api-security-scope-removed': ['info', 'none', 'security', 'existence', 'remove'],
    'api-required-roles-narrowed': ['error', 'request', 'security', 'security', 'remove'],
    'api-required-roles-widened': ['info', 'request', 'security', 'security', 'add'],
  },
  compare: (pair) => {
    const { base, revision } = pair;
    const tokens = [...revision.tokens, 'security'];
    const changes = compareRequirements(
      readRequirements(base.node['security']),
      readRequirements(revision.node['security']),
    );
    const message = 'the operation now requires credentials; it answered without them';
    return [
      ...(isOpen(base) && !isOpen(revision) ? [{ id: 'api-became-protected' as const, tokens, message }] : []),
      ...changes.map(({ event, text }) => ({ id: requirementIds[event], tokens, message: text })),
      ...compareRoles(pair),
    ];
  },
});

/** Roles are alternatives: a caller needs one of them. */
function compareRoles({ base, revision }: OperationPair) {
  const [from, to] = [readRoles(base), readRoles(revision)];
  const tokens = [...revision.tokens, 'x-required-roles'];
  const narrowed = (message: string) => ({ id: 'api-required-roles-narrowed' as const, tokens, message });
  const widened = (message: string) => ({ id: 'api-required-roles-widened' as const, tokens, message });
  if (from.length === 0)
    return to.length === 0 || isOpen(base) ? [] : [narrowed(`only the role ${to.join(' or ')} now gives access`)];
  if (to.length === 0) return [widened('no role is required anymore')];
  return [
    ...from.filter((role) => !to.includes(role)).map((role) => narrowed(`the role ${role} no longer gives access`)),
    ...to.filter((role) => !from.includes(role)).map((role) => widened(`the role ${role} now gives access`)),
  ];
}

function readRoles({ node }: Operation): readonly string[] {
  return listAt(node['x-required-roles']).map(String);
}

/** An operation without `security` has that of the document. */
function isOpen(operation: Operation): boolean {
  const { document, node } = operation;
  const requirements = readRequirements(node['security'] ?? document.root['security']);
  return readRoles(operation).length === 0 && needsNoCredentials(requirements);
}

import { listAt } from '../../../json/json.js';
import { groupBy } from '../../../text/group-by.js';
import { countOf, joinWords } from '../../../text/join-words.js';
import { operationFamily } from '../../family.js';
import type { Operation, OperationPair } from '../../../openapi/operations/operation-pair.js';
import {
  compareRequirements,
  needsNoCredentials,
  readRequirements,
  type RequirementEvent,
} from '../../../openapi/operations/security-requirements.js';
import { listLostWays, readWaysIn, requirementsOf, type WayIn } from '../../../openapi/operations/ways-in.js';

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
    'api-became-protected': ['error', 'request', 'security', 'requiredness', 'change'],
    'api-access-removed': ['error', 'request', 'security', 'requiredness', 'change'],
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
    return [
      ...(!isOpen(base)
        ? compareWaysIn(pair)
        : isOpen(revision)
          ? []
          : [{ id: 'api-became-protected' as const, tokens, message: describeProtection(pair) }]),
      ...changes.map(({ event, text }) => ({ id: requirementIds[event], tokens, message: text })),
      ...compareRoles(pair),
    ];
  },
});

/** `the operation was public and now requires key (the header x-key), and the role admin` */
function describeProtection(pair: OperationPair): string {
  const ways = readWaysIn(pair).revision.filter(({ credentials }) => credentials.size > 0);
  const credentials = ways.length === 0 ? 'credentials' : nameWays(ways);
  const roles = readRoles(pair.revision);
  const role =
    roles.length === 0 ? '' : `, and ${roles.length > 1 ? 'one of the roles' : 'the role'} ${joinWords(roles, 'or')}`;
  return `the operation was public and now requires ${credentials}${role}`;
}

/** An alternative that requires more than before, or something else, excludes the clients that used it. */
function compareWaysIn(pair: OperationPair) {
  const ways = readWaysIn(pair);
  const explainLoss = lossExplainer(ways.revision);
  return listLostWays(ways).map((way) => ({
    id: 'api-access-removed' as const,
    tokens: [...pair.revision.tokens, 'security'],
    message: `a client with ${describeWay(way)} no longer has access; it now needs ${explainLoss(way)}`,
  }));
}

/** `key (the header x-key)` */
function describeWay({ name, credentials }: WayIn): string {
  const forms = [...credentials].map(([credential, scopes]) => {
    const form = credential.slice(credential.indexOf(': ') + 2);
    const scope = scopes.size === 0 ? '' : `scope ${[...scopes].toSorted().join(' ')}`;
    return [form, scope].filter((word) => word !== '').join(', ');
  });
  const words = forms.filter((form) => form !== '').join('; ');
  return words === '' ? name : `${name} (${words})`;
}

/** Names what gives access now: the alternatives with the same name as a lost one, or all of them. */
function lossExplainer(revision: readonly WayIn[]): (way: WayIn) => string {
  const byName = groupBy(revision, ({ name }) => name);
  const known = new Map<string, string>();
  return ({ name }) => {
    const words = known.get(name) ?? nameWays(byName.get(name) ?? revision);
    known.set(name, words);
    return words;
  };
}

/** The most alternatives that a sentence names. */
const mostNamed = 10;

function nameWays(ways: readonly WayIn[]): string {
  const names = [...new Set(ways.map(describeWay))];
  const others = names.length - mostNamed;
  return joinWords(
    others > 0 ? [...names.slice(0, mostNamed), countOf(others, 'other way', 'other ways')] : names,
    'or',
  );
}

/** Roles are alternatives: a caller needs one of them. */
function compareRoles({ base, revision }: OperationPair) {
  const [from, to] = [readRoles(base), readRoles(revision)];
  const tokens = [...revision.tokens, 'x-required-roles'];
  const narrowed = (message: string) => ({ id: 'api-required-roles-narrowed' as const, tokens, message });
  const widened = (message: string) => ({ id: 'api-required-roles-widened' as const, tokens, message });
  if (from.length === 0)
    return to.length === 0 || isOpen(base) ? [] : [narrowed(`only the role ${to.join(' or ')} now gives access`)];
  if (to.length === 0) return [widened('no role is required anymore')];
  const [before, now] = [new Set(from), new Set(to)];
  return [
    ...from.filter((role) => !now.has(role)).map((role) => narrowed(`the role ${role} no longer gives access`)),
    ...to.filter((role) => !before.has(role)).map((role) => widened(`the role ${role} now gives access`)),
  ];
}

function readRoles({ node }: Operation): readonly string[] {
  return listAt(node['x-required-roles']).map(String);
}

function isOpen(operation: Operation): boolean {
  return readRoles(operation).length === 0 && needsNoCredentials(requirementsOf(operation));
}

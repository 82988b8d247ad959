import { groupBy } from '../../text/group-by.js';
import { isObject, objectAt, sortedKeys, textAt, type Json, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../open-document.js';
import type { Operation, OperationPair } from './operation-pair.js';
import { listRequirements, nameRequirement, type Requirement } from './security-requirements.js';

/** One way to call an operation: the scopes of each credential that a request needs. */
export interface WayIn {
  /** The requirement in words: `key and oauth`. */
  readonly name: string;
  /** By what the client does to have and send the credential, which is equal on both sides if nothing changed for it. */
  readonly credentials: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The ways in of both sides. */
export interface WaysIn {
  readonly base: readonly WayIn[];
  readonly revision: readonly WayIn[];
}

/** Reads the ways into an operation; an OAuth scheme has one for each of its flows, and no requirement at all is one that needs nothing. */
export function readWaysIn({ base, revision }: OperationPair): WaysIn {
  const partners = matchNames(base.document, revision.document);
  return {
    base: listWays(base, (name) => partners.get(name) ?? name),
    revision: listWays(revision, (name) => name),
  };
}

/** The ways of the base that lead nowhere now: a caller with exactly these credentials is refused now. */
export function listLostWays({ base, revision }: WaysIn): readonly WayIn[] {
  const count = new Map<string, number>();
  for (const way of revision) for (const need of needsOf(way)) count.set(need, (count.get(need) ?? 0) + 1);
  const rarer = (one: string, other: string) => (count.get(other)! < count.get(one)! ? other : one);
  const byRarest = groupBy(revision, (way) => {
    const needs = needsOf(way);
    return needs.length === 0 ? nothing : needs.reduce(rarer);
  });
  return base.filter(
    (way) => ![nothing, ...needsOf(way)].some((need) => byRarest.get(need)?.some((other) => isEnoughFor(way, other))),
  );
}

const nothing = 'nothing';

/** What a way needs, each credential and each of its scopes. */
function needsOf({ credentials }: WayIn): readonly string[] {
  return [...credentials].flatMap(([credential, scopes]) => [
    credential,
    ...[...scopes].map((scope) => JSON.stringify([credential, scope])),
  ]);
}

/** Whether the credentials of one way are all that another needs. */
export function isEnoughFor(held: WayIn, needed: WayIn): boolean {
  return [...needed.credentials].every(([credential, scopes]) => {
    const granted = held.credentials.get(credential);
    return granted !== undefined && [...scopes].every((scope) => granted.has(scope));
  });
}

/** An operation without `security` has that of the document. */
export function requirementsOf({ document, node }: Operation): readonly Requirement[] {
  return listRequirements(node['security'] ?? document.root['security']);
}

function listWays(operation: Operation, nameOf: (name: string) => string): readonly WayIn[] {
  const requirements = requirementsOf(operation);
  if (requirements.length === 0) return [{ name: nameRequirement(new Map()), credentials: new Map() }];
  const schemes = readSchemes(operation.document);
  return requirements.flatMap((requirement) => {
    const parts = [...requirement].map(([scheme, scopes]) => ({
      name: nameOf(scheme),
      forms: describeScheme(operation.document.resolve(schemes[scheme])),
      scopes: new Set(scopes),
    }));
    const isMany = parts.reduce((product, { forms }) => product * forms.length, 1) > mostWays;
    return parts
      .reduce<readonly (readonly [string, ReadonlySet<string>])[][]>(
        (ways, { name, forms, scopes }) =>
          ways.flatMap((way) =>
            (isMany ? [forms.join(' or ')] : forms).map((form) => [...way, [`${name}: ${form}`, scopes] as const]),
          ),
        [[]],
      )
      .map((credentials) => ({ name: nameRequirement(requirement), credentials: new Map(credentials) }));
  });
}

/** The most ways of one requirement that are told apart; of more, the flows of a scheme are one. */
const mostWays = 100;

/** A scheme keeps its name, or is renamed to the only new one that asks for the same. */
function matchNames(base: OpenDocument, revision: OpenDocument): ReadonlyMap<string, string> {
  const [from, to] = [readSchemes(base), readSchemes(revision)];
  const added = sortedKeys(to).filter((name) => from[name] === undefined);
  const formOf = (document: OpenDocument, scheme: Json | undefined) =>
    describeScheme(document.resolve(scheme)).join('\n');
  const byForm = groupBy(added, (name) => formOf(revision, to[name]));
  return new Map(
    sortedKeys(from)
      .filter((name) => to[name] === undefined)
      .flatMap((name) => {
        const same = byForm.get(formOf(base, from[name])) ?? [];
        return same.length === 1 ? [[name, same[0]!] as const] : [];
      }),
  );
}

function readSchemes({ root }: OpenDocument): JsonObject {
  return objectAt(objectAt(root['components'])['securitySchemes']);
}

/** What a client does for a scheme: how it sends the credential, and where it gets it. */
export function describeScheme(scheme: JsonObject): readonly string[] {
  const type = textAt(scheme['type']) ?? '';
  const word = (key: string) => textAt(scheme[key]) ?? '';
  if (type === 'apiKey') {
    const name = word('in') === 'header' ? word('name').toLowerCase() : word('name');
    return [`the ${word('in')} ${name}`];
  }
  if (type === 'http') return [`HTTP ${word('scheme').toLowerCase()}`];
  if (type === 'openIdConnect') return [`OpenID Connect at ${word('openIdConnectUrl')}`];
  if (type !== 'oauth2' || !isObject(scheme['flows'])) return [type];
  const flows = objectAt(scheme['flows']);
  const forms = sortedKeys(flows)
    .filter((flow) => !flow.startsWith('x-'))
    .map((flow) => `OAuth flow ${[flow, ...addressesOf(objectAt(flows[flow]))].join(' ')}`);
  return forms.length === 0 ? [type] : forms;
}

function addressesOf(flow: JsonObject): readonly string[] {
  return sortedKeys(flow)
    .filter((key) => key.endsWith('Url'))
    .map((key) => `${key} ${String(flow[key])}`);
}

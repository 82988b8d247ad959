import { checks } from '../../diff/checks/checks.js';
import { placeOfFinding, shownPlaces } from '../../diff/causes/group-causes.js';
import { joinConcerns } from '../../diff/causes/join-versions.js';
import type { Concern, Finding, FindingPlace } from '../../diff/finding.js';
import { openDocument } from '../../openapi/open-document.js';
import { alignOperations } from '../../openapi/operations/align-operations.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import { isInside } from '../../text/member-path.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { type AffectedPart, affectedPart } from './affected-part.js';
import { type Address, findCalls } from './find-calls.js';
import type { RegisteredFile, Registry } from './registry.js';
import type { OperationUse, UsesFile } from './uses-file.js';

/** Two contracts that were compared; null for the side that has none. */
export interface ComparedPair {
  /** As the findings name it. */
  readonly apiVersion: string | null;
  readonly base: ContractLock | null;
  readonly revision: ContractLock | null;
}

/** Each version of two sides with itself. */
export function pairByVersion(
  base: readonly ContractLock[],
  revision: readonly ContractLock[],
): readonly ComparedPair[] {
  const find = (locks: readonly ContractLock[], apiVersion: string | null) =>
    locks.find(({ version }) => version === apiVersion) ?? null;
  const versions = new Set([...base, ...revision].map(({ version }) => version));
  return [...versions].map((apiVersion) => ({
    apiVersion,
    base: find(base, apiVersion),
    revision: find(revision, apiVersion),
  }));
}

/** Says of each error and warning which consumers it concerns; a note breaks nobody. */
export function concernFindings(
  findings: readonly Finding[],
  registry: Registry,
  pairs: readonly ComparedPair[],
): readonly Finding[] {
  const formerOf = formerAddresses(pairs);
  const concernsAt = (place: FindingPlace): readonly Concern[] => {
    const pair = pairs.find(({ apiVersion }) => apiVersion === place.apiVersion);
    const version = pair?.base ? pair.base.version : place.apiVersion;
    const part = affectedPart(place, [pair?.base ?? undefined, pair?.revision ?? undefined]);
    return [place, ...formerOf(place)].flatMap((address) =>
      [...findCalls(registry, address)].flatMap(([file, own]) => concernOf(file, own, version, part) ?? []),
    );
  };
  return findings.map((finding) => {
    const places = placesOf(finding);
    const shown = finding.places && { places: Object.freeze(finding.places.slice(0, shownPlaces)) };
    if (finding.level === 'info') return { ...finding, ...shown };
    return { ...finding, ...shown, concerns: joinConcerns(places.flatMap(concernsAt)) };
  });
}

/** Where consumers call an operation that has moved; pairs are read when a finding needs them. */
function formerAddresses(pairs: readonly ComparedPair[]): (place: Address) => readonly Address[] {
  const known = new Map<ComparedPair, ReturnType<typeof listMoves>>();
  return ({ apiVersion, method, path }) => {
    const pair = pairs.find((one) => one.apiVersion === apiVersion);
    if (!pair) return [];
    const moves = known.get(pair) ?? listMoves(pair);
    known.set(pair, moves);
    return moves.flatMap(({ base, revision }) =>
      revision.method === method && revision.path === path
        ? { method: base.method, path: base.path, apiVersion: pair.base!.version }
        : [],
    );
  };
}

function listMoves({ base, revision }: ComparedPair) {
  if (!base || !revision || base.document === revision.document) return [];
  const [from, to] = [listOperations(openDocument(base.document)), listOperations(openDocument(revision.document))];
  return alignOperations(from, to, base.version === revision.version ? 'path' : 'unversioned path').moved;
}

/** Of a rename, what code can name is gone; what is new is named by nobody. */
function placesOf(finding: Finding): readonly FindingPlace[] {
  const places = finding.places ?? [placeOfFinding(finding)];
  return finding.renamed ? places.filter(({ id }) => checks[id].action === 'remove') : places;
}

function concernOf(
  { uses }: RegisteredFile,
  own: readonly OperationUse[],
  version: string | null,
  part: AffectedPart,
): Concern | null {
  if (version !== null && uses.version !== null && uses.version !== version) return null;
  if (part.isVersion && uses.evidence === 'scan' && uses.version !== null) return null;
  const used = own.find((one) => isUsed(one, part));
  const isUnknown = !knowsReads(uses) && (part.use === 'reads' || part.use === 'lists');
  const found = used ?? (isUnknown ? own[0] : undefined);
  if (!found) return null;
  const { consumer, releases } = uses;
  return {
    consumer,
    releases: releases.map(({ name }) => name),
    where: placeIn(found, part),
    isCertain: used !== undefined,
  };
}

/** Whether a file shows what is read of answers. */
export const knowsReads = ({ evidence }: UsesFile) => evidence === 'scan' || evidence === 'pact';

function isUsed(use: OperationUse, { use: kind, status, member }: AffectedPart): boolean {
  const touches = (members: readonly string[]) => members.some((one) => one === '*' || isInside(one, member));
  const read = Object.entries(use.reads).flatMap(([known, members]) => (isSameStatus(known, status) ? members : []));
  switch (kind) {
    case 'calls':
      return true;
    case 'reads':
      return touches(read);
    case 'lists':
      return read.includes('*') || use.exhaustive.some((one) => one === member);
    case 'sends':
      return touches(use.sends);
    case 'omits':
      return !use.always?.includes(member);
  }
}

export const isSameStatus = (known: string, status: string | null) =>
  known === status ||
  known === 'default' ||
  status === 'default' ||
  (status !== null && known[0] === status[0] && (/XX$/i.test(known) || /XX$/i.test(status)));

/** The place of the member that is used, else of the operation. */
function placeIn({ places = {}, where }: OperationUse, { status, member }: AffectedPart): string | null {
  const prefix = status === null ? '' : `${status} `;
  const key = [member, ...Object.keys(places).map((one) => one.slice(prefix.length))].find(
    (one) => isInside(one, member) && Object.hasOwn(places, `${prefix}${one}`),
  );
  return (member !== '' && key !== undefined ? places[`${prefix}${key}`] : undefined) ?? where ?? null;
}

import { checks } from '../../diff/checks/checks.js';
import { placeOfFinding, shownPlaces } from '../../diff/causes/group-causes.js';
import { joinConcerns } from '../../diff/causes/join-versions.js';
import type { Concern, Finding, FindingPlace } from '../../diff/finding.js';
import { withoutVersion } from '../../openapi/operations/align-operations.js';
import { isInside } from '../../text/member-path.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { type AffectedPart, affectedPart } from './affected-part.js';
import type { RegisteredFile, Registry } from './registry.js';
import type { OperationUse } from './uses-file.js';

/** The contracts that findings were made of. */
export interface ComparedLocks {
  readonly base: readonly ContractLock[];
  readonly revision: readonly ContractLock[];
}

/** Says of each error and warning which consumers it concerns; a note breaks nobody. */
export function concernFindings(
  findings: readonly Finding[],
  registry: Registry,
  { base, revision }: ComparedLocks,
): readonly Finding[] {
  return findings.map((finding) => {
    const places = placesOf(finding);
    const shown = finding.places && { places: Object.freeze(finding.places.slice(0, shownPlaces)) };
    if (finding.level === 'info') return { ...finding, ...shown };
    const concerns = places.flatMap((place) => {
      const lockOf = (locks: readonly ContractLock[]) => locks.find(({ version }) => version === place.apiVersion);
      const part = affectedPart(place, [lockOf(base), lockOf(revision)]);
      return registry.files.flatMap((file) => concernOf(file, place, part) ?? []);
    });
    return { ...finding, ...shown, concerns: joinConcerns(concerns) };
  });
}

/** Of a rename, what code can name is gone; what is new is named by nobody. */
function placesOf(finding: Finding): readonly FindingPlace[] {
  const places = finding.places ?? [placeOfFinding(finding)];
  return finding.renamed ? places.filter(({ id }) => checks[id].action === 'remove') : places;
}

function concernOf({ uses }: RegisteredFile, place: FindingPlace, part: AffectedPart): Concern | null {
  const isOfVersion = place.apiVersion === null || uses.version === null || uses.version === place.apiVersion;
  if (!isOfVersion) return null;
  const own = uses.operations.filter(({ operation }) => isSameOperation(operation, place));
  const used = own.find((one) => isUsed(one, part));
  const knowsReads = uses.evidence === 'scan' || uses.evidence === 'pact';
  const isUnknown = !knowsReads && (part.use === 'reads' || part.use === 'lists');
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

/** Whether a consumer calls an operation; what it calls has no version in its path, and the names of parameters do not matter. */
function isSameOperation(called: string, { method, path, apiVersion }: FindingPlace): boolean {
  if (method === null || path === null) return true;
  const space = called.indexOf(' ');
  if (called.slice(0, space) !== method) return false;
  const own = called.slice(space + 1).split('/');
  return [path, withoutVersion(path, apiVersion)].some((declared) => {
    const segments = declared.split('/');
    return (
      segments.length === own.length &&
      segments.every((segment, position) => segment === own[position] || segment.startsWith('{'))
    );
  });
}

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

const isSameStatus = (known: string, status: string | null) =>
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

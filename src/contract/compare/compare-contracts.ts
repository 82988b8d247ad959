import { classifyChange, classOf, type ChangeClass } from '../../diff/classify-change.js';
import { diffDocuments, type DiffOptions } from '../../diff/diff-documents.js';
import type { Finding, FindingPlace } from '../../diff/finding.js';
import { withRemedies } from '../../diff/group-renames.js';
import { listAt, objectAt, sameJson, type JsonObject } from '../../json/json.js';
import { compareVersions, NEXT } from '../../text/version-order.js';
import { promisedNotice } from '../../diff/promised-notice.js';
import type { ContractLock } from '../lock/contract-lock.js';

/** How the contract of a version changed; `new`: missing in the base, `gone`: missing in the revision. */
export interface VersionChange {
  readonly version: string | null;
  readonly presence: 'both' | 'new' | 'gone';
  readonly kind: ChangeClass;
  /** Most severe first. */
  readonly findings: readonly Finding[];
}

/** Compares the contracts of an API version by version; what is not released has no other findings than `info`. Requires the longer notice of both sides, unless `minNotice` is null. */
export function compareContracts(
  base: readonly ContractLock[],
  revision: readonly ContractLock[],
  given: DiffOptions,
): readonly VersionChange[] {
  const options = {
    ...given,
    minNotice: given.minNotice === null ? null : Math.max(given.minNotice ?? 0, promisedNotice([...base, ...revision])),
  };
  const versions = [...new Set([...base, ...revision].map(({ version }) => version))].sort(inOrder);
  const find = (locks: readonly ContractLock[], version: string | null) =>
    locks.find((lock) => lock.version === version);
  const gone = base
    .filter(({ version }) => !find(revision, version))
    .map((lock) => judgeGone(lock, revision, { ...options, apiVersion: lock.version }));
  const retired = gone.filter(({ kind }) => kind === 'additive').map(({ version }) => version);
  // Versions share what no change touches.
  const known = new WeakMap<object, object>();
  const changes = versions.map((version): VersionChange => {
    const [from, to] = [find(base, version), find(revision, version)];
    if (!from) return { version, presence: 'new', kind: 'additive', findings: [] };
    if (!to) return gone.find((change) => change.version === version)!;
    const was = datedAs(from.document, to.document);
    const settled = settleDefaults(was, to.document, retired);
    const { kind, findings } = sameJson(settled, to.document, known)
      ? ({ kind: 'unchanged', findings: [] } as const)
      : classifyChange(settled, to.document, { ...options, apiVersion: version, limit: Infinity });
    return {
      version,
      presence: 'both',
      kind: kind === 'unchanged' && settled !== was ? 'additive' : kind,
      findings: version === NEXT ? asInformation(findings) : findings,
    };
  });
  const advised = withRemedies(changes.flatMap(({ findings }) => findings));
  let position = 0;
  return changes.map((change) => {
    const start = position;
    position += change.findings.length;
    return { ...change, findings: advised.slice(start, position) };
  });
}

/** What is not released promises nothing, and nobody raises its version. */
const asInformation = (findings: readonly Finding[]): readonly Finding[] =>
  findings.flatMap((one) =>
    one.family === 'version-bump'
      ? []
      : [{ ...one, level: 'info' as const, ...(one.places && { places: one.places.map(unpromised) }) }],
  );

const unpromised = (place: FindingPlace): FindingPlace => ({ ...place, level: 'info' });

/** The base with the release day of the revision, which is a fact about a version and no promise: declaring it later changes nothing. */
function datedAs(base: JsonObject, { 'x-svc-released': released }: JsonObject): JsonObject {
  if (base['x-svc-released'] === released) return base;
  const { 'x-svc-released': _, ...rest } = base;
  return released === undefined ? rest : { ...rest, 'x-svc-released': released };
}

/** A version that is removed in time may also leave the default versions; the other defaults must stay. */
function settleDefaults(base: JsonObject, revision: JsonObject, retired: readonly (string | null)[]): JsonObject {
  const versioning = objectAt(base['x-svc-versioning']);
  const defaults = listAt(versioning['defaultVersion']);
  const left = defaults.filter((version) => !retired.includes(String(version)));
  if (left.length === defaults.length) return base;
  const { defaultVersion: _, ...rest } = versioning;
  const settled = left.length > 0 ? left : objectAt(revision['x-svc-versioning'])['defaultVersion'];
  return { ...base, 'x-svc-versioning': { ...rest, ...(settled !== undefined && { defaultVersion: settled }) } };
}

/** A version may be removed if all of its own operations may; operations without a version may still be served. */
function judgeGone(
  { version, document }: ContractLock,
  revision: readonly ContractLock[],
  options: DiffOptions,
): VersionChange {
  const successor = version === null ? revision[0] : undefined;
  const findings = diffDocuments(document, successor?.document ?? withoutOwnOperations(document, revision), options);
  const sorted = (['error', 'warning', 'info'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level),
  );
  return {
    version,
    presence: 'gone',
    kind: classOf(findings),
    findings: sorted,
  };
}

function withoutOwnOperations(document: JsonObject, revision: readonly ContractLock[]): JsonObject {
  const isServed = (path: string, method: string) =>
    revision.some((lock) => objectAt(objectAt(lock.document['paths'])[path])[method] !== undefined);
  const isKept = (path: string, method: string, operation: JsonObject) =>
    operation['x-svc-version'] === undefined && isServed(path, method);
  const paths = Object.entries(objectAt(document['paths'])).map(
    ([path, item]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(objectAt(item)).filter(([method, operation]) => isKept(path, method, objectAt(operation))),
        ),
      ] as const,
  );
  return { ...document, paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)) };
}

/** The unversioned contract first. */
function inOrder(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a !== null) - Number(b !== null) : compareVersions(a, b);
}

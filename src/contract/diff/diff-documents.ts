import { type Level, levels } from '../../report/level.js';
import type { Source } from '../../report/problem.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { checks, type CheckId } from './checks.js';
import { compareDocuments, type LocatedDraft } from './compare-documents.js';
import { judgeVersionBump, versionBumpRule } from './document/judge-version-bump.js';
import type { Finding, OperationIdentity } from './finding.js';
import { textAt, type JsonObject } from '../../json/json.js';
import { readDay } from '../../text/date.js';
import { openDocument } from './open-document.js';
import type { Alignment } from './operation/align-operations.js';
import { protectNames } from './protect-names.js';
import { pointerTo } from '../../json/pointer.js';

/** How two documents are compared. */
export interface DiffOptions {
  /** Today: YYYY-MM-DD or a date-time, read as UTC. */
  readonly asOf: string;
  /** Levels that replace the default ones. */
  readonly severity?: ReadonlyMap<CheckId, Level>;
  /** Days from a deprecation to its sunset at the least (0); null tells of deprecations and demands nothing. */
  readonly minNotice?: number | null;
  /** How operations find each other; by path unless told otherwise. */
  readonly alignment?: Alignment;
  /** The version of findings whose operation names none; what the revision's lock says unless given. */
  readonly apiVersion?: string | null;
  /** Finds the declaration of an operation. */
  readonly locate?: (operation: OperationIdentity) => Source | null;
  /** Rules to leave out, by name. */
  readonly withoutRules?: ReadonlySet<string>;
}

/** Lists what changed from one OpenAPI document (3.0 or 3.1) to another, in a stable order. Throws when `asOf` is no date. */
export function diffDocuments(base: JsonObject, revision: JsonObject, options: DiffOptions): readonly Finding[] {
  const today = readDay(options.asOf);
  if (today === null) throw new Error(`asOf is not a date: "${options.asOf}". Write YYYY-MM-DD.`);
  const { minNotice = 0, alignment = 'path', withoutRules = new Set<string>() } = options;
  const told = { ...options, apiVersion: options.apiVersion ?? textAt(revision['x-svc-api-version']) };
  const context = { policy: { today, minNotice }, alignment };
  const [from, to] = protectNames([base, revision]);
  const drafts = compareDocuments(openDocument(from), openDocument(to), context, withoutRules);
  const findings = drafts.map((draft) => createFinding(draft, told));
  const breaks = findings.some(({ level }) => level !== 'info');
  const bump =
    breaks && alignment === 'path' && !withoutRules.has(versionBumpRule) ? judgeVersionBump(base, revision) : null;
  const all = bump ? [...findings, createFinding({ ...bump, rule: versionBumpRule, operation: null }, told)] : findings;
  return Object.freeze(withoutRepeats(all.sort(inOrder)));
}

function createFinding(
  { id, tokens, message, rule, cappedLevel, operation }: LocatedDraft,
  options: DiffOptions,
): Finding {
  const identity = operation && {
    method: operation.method,
    path: operation.path,
    operationId: operation.operationId,
    apiVersion: operation.apiVersion ?? options.apiVersion ?? null,
  };
  const source = (identity && options.locate?.(identity)) ?? null;
  const level = options.severity?.get(id) ?? checks[id].level;
  return Object.freeze({
    id,
    level: cappedLevel && levels.indexOf(cappedLevel) > levels.indexOf(level) ? cappedLevel : level,
    method: identity?.method ?? null,
    path: identity?.path ?? null,
    operationId: identity?.operationId ?? null,
    apiVersion: identity?.apiVersion ?? options.apiVersion ?? null,
    pointer: pointerTo(tokens),
    message,
    file: source?.file ?? null,
    line: source?.line ?? null,
    rule,
  });
}

function inOrder(left: Finding, right: Finding): number {
  return (
    codeUnitOrder(left.path ?? '', right.path ?? '') ||
    codeUnitOrder(left.method ?? '', right.method ?? '') ||
    codeUnitOrder(left.pointer, right.pointer) ||
    codeUnitOrder(left.id, right.id) ||
    codeUnitOrder(left.message, right.message)
  );
}

function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const same = (left: Finding, right: Finding | undefined) =>
    left.id === right?.id &&
    left.pointer === right.pointer &&
    left.message === right.message &&
    left.path === right.path &&
    left.method === right.method;
  return findings.filter((finding, index) => !same(finding, findings[index - 1]));
}

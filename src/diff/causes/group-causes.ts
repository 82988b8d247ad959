import type { JsonObject } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { findOrigin } from '../../openapi/references/find-origin.js';
import { levels } from '../../report/level.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { groupBy } from '../../text/group-by.js';
import { compareVersions } from '../../text/version-order.js';
import { checks } from '../checks/checks.js';
import { security } from '../checks/operation/security.js';
import type { DocumentPair } from '../family.js';
import type { Finding, FindingPlace, OperationIdentity } from '../finding.js';
import { messageAt, type SchemaCause } from '../schema/find-causes.js';
import { joinTrail } from '../schema/schema-place.js';
import type { FindingCreator } from './create-finding.js';
import { nameComponent } from './name-component.js';

/** Makes one finding of each change, however many places it reaches. */
export interface CauseGrouper {
  /** The finding of a change in a schema. */
  readonly schemas: (cause: SchemaCause, creator: FindingCreator) => Finding;
  /** Findings of operations, those with one origin outside of them as one. */
  readonly drafts: (findings: readonly Finding[]) => readonly Finding[];
}

/** The order of the findings of one change, whose first represents it: the most severe first, and removals before additions. */
export function inRank(left: Pick<Finding, 'id' | 'level'>, right: Pick<Finding, 'id' | 'level'>): number {
  return (
    levels.indexOf(left.level) - levels.indexOf(right.level) ||
    codeUnitOrder(checks[right.id].action, checks[left.id].action) ||
    codeUnitOrder(left.id, right.id)
  );
}

/** A finding as a place of another one. */
export function placeOfFinding({ id, level, method, path, apiVersion, pointer, message }: Finding): FindingPlace {
  return { id, level, method, path, apiVersion, pointer, message };
}

/** The most places that are listed of a change, unless more are asked for. */
export const shownPlaces = 20;

/** Places in their order, the most severe first. */
export function mostSevereFirst(places: readonly FindingPlace[]): readonly FindingPlace[] {
  return places.toSorted((left, right) => levels.indexOf(left.level) - levels.indexOf(right.level));
}

/** Opens the grouping of what was found in two documents; at most so many places of a change are listed. */
export function causeGrouper({ base, revision }: DocumentPair, mostPlaces: number): CauseGrouper {
  return {
    schemas: (cause, creator) => {
      const { seen, judgements, operations, places } = cause;
      const [worst] = [...judgements.keys()]
        .map((judgement) => ({ id: judgement.id, level: creator.levelOf(judgement), judgement }))
        .sort(
          (left, right) =>
            levels.indexOf(left.level) - levels.indexOf(right.level) ||
            Number(left.judgement.isByTheLetter ?? false) - Number(right.judgement.isByTheLetter ?? false) ||
            inRank(left, right),
        );
      const { judgement } = worst!;
      const place = places.find((one) => one.judgement === judgement) ?? { ...places[0]!, judgement };
      const total = [...judgements.values()].reduce((sum, count) => sum + count, 0);
      const head = creator.ofPlace(place);
      if (total === 1) return head;
      const origin = cause.origin ?? findOrigin(revision.root, tokensOf(place.under));
      const named = nameComponent(origin);
      const trail = named && joinTrail(named.trail, seen.change.step?.inside ? seen.change.step.trail : '');
      return reaching(head, named?.component, {
        message: trail === null ? messageAt(place) : `${trail === '' ? '' : `property "${trail}": `}${judgement.text}`,
        pointer: pointerTo([...origin, ...seen.change.tokens]),
        operations: [...operations].map(creator.identify),
        total,
        places: mostSevereFirst(places.map((one) => placeOfFinding(creator.ofPlace(one)))).slice(0, mostPlaces),
      });
    },
    drafts: (findings) => {
      const marked = findings.map((finding) => ({ finding, origin: sharedOrigin(finding, base.root, revision.root) }));
      const groups = groupBy(marked, ({ finding: { id, message }, origin }) => JSON.stringify([origin, id, message]));
      return [...groups.values()].flatMap((group) => {
        const [{ finding, origin }] = group;
        if (origin === null || group.length === 1) return group.map((one) => one.finding);
        const head = group.map((one) => one.finding).toSorted(inRank)[0]!;
        return [
          reaching(head, nameComponent(origin)?.component ?? origin[0], {
            message: finding.message,
            pointer: pointerTo(origin),
            operations: distinctOperations(group.map((one) => one.finding)),
            total: group.length,
            places: mostSevereFirst(group.map((one) => placeOfFinding(one.finding))).slice(0, mostPlaces),
          }),
        ];
      });
    },
  };
}

interface Spread {
  readonly message: string;
  readonly pointer: string;
  readonly operations: readonly OperationIdentity[];
  readonly total: number;
  readonly places: readonly FindingPlace[];
}

/** What a component changes concerns no operation by itself. */
function reaching(head: Finding, component: string | undefined, spread: Spread): Finding {
  const { operations, total, places, ...rest } = spread;
  const only = component === undefined && operations.length === 1;
  const versions = [...new Set(operations.flatMap(({ apiVersion }) => apiVersion ?? []))].toSorted(compareVersions);
  return Object.freeze({
    ...head,
    ...(!only && { method: null, path: null, operationId: null }),
    ...(versions.length > 1 && { apiVersion: null, apiVersions: Object.freeze(versions) }),
    ...rest,
    ...(component !== undefined && { component }),
    reach: Object.freeze({ operations: Object.freeze(operations), places: total }),
    places: Object.freeze(places),
  });
}

/** Where what several operations share is written; null for what an operation holds itself. */
function sharedOrigin(finding: Finding, base: JsonObject, revision: JsonObject): readonly string[] | null {
  if (finding.method === null) return null;
  if (finding.family === security.name) return ['security'];
  const tokens = tokensOf(finding.pointer);
  const documents = checks[finding.id].action === 'remove' ? [base, revision] : [revision, base];
  for (const document of documents) {
    const origin = findOrigin(document, tokens);
    if (nameComponent(origin)) return origin;
  }
  return null;
}

/** The operations of findings, each once. */
export function distinctOperations(findings: readonly Finding[]): readonly OperationIdentity[] {
  const known = new Map<string, OperationIdentity>();
  for (const { method, path, operationId, apiVersion, reach } of findings) {
    const own = method === null || path === null ? [] : [{ method, path, operationId, apiVersion }];
    for (const one of reach?.operations ?? own) known.set(`${one.method} ${one.path} ${one.apiVersion}`, one);
  }
  return [...known.values()];
}

import { pointerTo } from '../../json/pointer.js';
import { type Level, levels } from '../../report/level.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import { checks } from '../checks/checks.js';
import { byTheLetter, defaultLetterLevel, type SeverityId } from '../severity-id.js';
import type { Source } from '../../report/boot-problem.js';
import type { LocatedDraft } from '../compare-documents.js';
import type { Draft } from '../family.js';
import type { Finding, OperationIdentity } from '../finding.js';
import { messageAt } from '../schema/find-causes.js';
import type { CausePlace } from '../schema/place-use.js';
import type { Judgement } from '../schema/judge-context.js';

/** What findings are given beside what a comparison says of them. */
export interface FindingOptions {
  /** Levels that replace the default ones. */
  readonly severity?: ReadonlyMap<SeverityId, Level>;
  /** The version of findings whose operation has none (that of the revision's lock). */
  readonly apiVersion?: string | null;
  /** Finds the declaration of an operation. */
  readonly locate?: (operation: OperationIdentity) => Source | null;
}

/** Makes findings of what a comparison found, with the levels and versions that were asked for. */
export interface FindingCreator {
  readonly ofDraft: (draft: LocatedDraft) => Finding;
  readonly ofPlace: (place: CausePlace) => Finding;
  readonly levelOf: (judgement: Judgement) => Level;
  readonly identify: (operation: Operation) => OperationIdentity;
}

/** Opens the making of findings. */
export function findingCreator(options: FindingOptions): FindingCreator {
  const known = new Map<Operation, OperationIdentity>();
  const identify = (operation: Operation): OperationIdentity => {
    const found = known.get(operation);
    if (found) return found;
    const { method, path, operationId } = operation;
    const identity = { method, path, operationId, apiVersion: operation.apiVersion ?? options.apiVersion ?? null };
    known.set(operation, identity);
    return identity;
  };
  const levelOf = (draft: Judged): Level => {
    const { level } = checks[draft.id];
    const ofLetter = draft.isByTheLetter ? (options.severity?.get(byTheLetter) ?? defaultLetterLevel) : undefined;
    const given = options.severity?.get(draft.id) ?? ofLetter ?? draft.level ?? (draft.isUncertain ? 'warning' : level);
    const { cappedLevel } = draft;
    return cappedLevel && levels.indexOf(cappedLevel) > levels.indexOf(given) ? cappedLevel : given;
  };
  const create = ({ operation, ...draft }: LocatedDraft, write: CausePlace['write']): Finding => {
    const identity = operation && identify(operation);
    const source = (identity && options.locate?.(identity)) ?? null;
    const level = levelOf(draft);
    const witness = draft.witness ?? (level === 'error' ? draft.rareWitness : undefined);
    const sentAs = witness && write?.(witness.value);
    return Object.freeze({
      id: draft.id,
      level,
      method: identity?.method ?? null,
      path: identity?.path ?? null,
      operationId: identity?.operationId ?? null,
      apiVersion: identity?.apiVersion ?? options.apiVersion ?? null,
      pointer: `${draft.under ?? ''}${pointerTo(draft.tokens)}`,
      message: draft.message,
      file: source?.file ?? null,
      line: source?.line ?? null,
      ...(witness && { witness: { ...witness, ...(sentAs != null && { sentAs }) } }),
      ...(draft.isByTheLetter && { isByTheLetter: true as const }),
      ...(draft.moved && { moved: draft.moved }),
      family: draft.family,
    });
  };
  return {
    identify,
    levelOf,
    ofDraft: (draft) => create(draft, undefined),
    ofPlace: (place) => {
      const { operation, under, judgement } = place;
      const { seen, text: _, isWhole: __, ...draft } = judgement;
      return create({ ...draft, operation, under, tokens: seen.change.tokens, message: messageAt(place) }, place.write);
    },
  };
}

type Judged = Pick<Draft<Judgement['id']>, 'id' | 'level' | 'cappedLevel' | 'isUncertain' | 'isByTheLetter'>;

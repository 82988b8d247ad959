import { hasOperation } from '../../draft/operation-shape.js';
import { usesIn } from '../../draft/uses-of.js';
import { groupBy } from '../../text/group-by.js';
import type { DraftedWay, Drafting, DraftInput } from './draft-input.js';
import { draftOperation } from './draft-operation.js';
import { draftSchema } from './draft-schema.js';
import { placesOf } from './find-places.js';
import { withFreeTitles } from './free-titles.js';

/** What breaks a version, with the ways to declare it. */
export interface DraftedChange {
  /** The id of a schema; null for an operation, and for what is neither. */
  readonly schema: string | null;
  /** `GET /books`, as the version has it. */
  readonly operation: string | null;
  /** What breaks, a sentence each. */
  readonly broken: readonly string[];
  /** The likeliest first; none where only a person can write it. */
  readonly ways: readonly DraftedWay[];
  /** Why there is no way. */
  readonly reason: string | null;
}

/** What a drafted change is about, as `--choose` names it. */
export const subjectOf = ({ schema, operation }: Pick<DraftedChange, 'schema' | 'operation'>) =>
  schema ?? operation ?? 'The API';

/** Drafts a change for everything that breaks a version; what only may break it and has no way is left out. */
export function draftChanges(input: DraftInput): readonly DraftedChange[] {
  const { promised, handlers } = input;
  const drafting: Drafting = {
    ...input,
    usesOf: usesIn(promised.document),
    fresh: handlers.filter(({ method, path }) => !hasOperation(promised.document, path, method)),
  };
  const placed = input.findings.flatMap((finding) => placesOf(finding, input).map((place) => ({ place, finding })));
  const drafts = [...groupBy(placed, ({ place }) => place)].flatMap(([place, some]): readonly DraftedChange[] => {
    const findings = some.map(({ finding }) => finding);
    const [, kind, name = ''] = /^(\w+) (.*)$/.exec(place) ?? [];
    const broken = [...new Set(findings.map(({ message }) => message))];
    const subject = { schema: kind === 'schema' ? name : null, operation: kind === 'operation' ? name : null };
    const ways = waysFor(kind ?? '', name, drafting);
    if (typeof ways !== 'string') return [{ ...subject, broken, ways, reason: null }];
    return findings.some(({ level }) => level === 'error') ? [{ ...subject, broken, ways: [], reason: ways }] : [];
  });
  return withFreeTitles(drafts, input.taken);
}

function waysFor(kind: string, name: string, input: Drafting): readonly DraftedWay[] | string {
  if (kind === 'schema') return draftSchema(name, input);
  if (kind === 'operation') return draftOperation(name, input);
  return 'No change of a schema or an operation explains it: take it back, or release a version without it.';
}

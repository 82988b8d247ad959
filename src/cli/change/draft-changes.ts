import type { Finding } from '../../diff/finding.js';
import { sameJson } from '../../json/json.js';
import { groupBy } from '../../text/group-by.js';
import type { DraftedWay, DraftInput } from './draft-input.js';
import { draftOperation } from './draft-operation.js';
import { draftSchema } from './draft-schema.js';
import { bareJson, idOf, inputName, referredBy, schemasAt, schemasOf } from './locked-schemas.js';

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
  const placed = input.findings.flatMap((finding) => placesOf(finding, input).map((place) => ({ place, finding })));
  return [...groupBy(placed, ({ place }) => place)].flatMap(([place, some]): readonly DraftedChange[] => {
    const findings = some.map(({ finding }) => finding);
    const [, kind, name = ''] = /^(\w+) (.*)$/.exec(place) ?? [];
    const broken = [...new Set(findings.map(({ message }) => message))];
    const subject = { schema: kind === 'schema' ? name : null, operation: kind === 'operation' ? name : null };
    const ways = waysFor(kind ?? '', name, input);
    if (typeof ways !== 'string') return [{ ...subject, broken, ways, reason: null }];
    return findings.some(({ level }) => level === 'error') ? [{ ...subject, broken, ways: [], reason: ways }] : [];
  });
}

function waysFor(kind: string, name: string, input: DraftInput): readonly DraftedWay[] | string {
  if (kind === 'schema') return draftSchema(name, input);
  if (kind === 'operation') return draftOperation(name, input);
  return 'No change of a schema or an operation explains it: take it back, or release a version without it.';
}

/** What a finding is about: a shared schema, the operations, or neither. */
function placesOf(finding: Finding, input: DraftInput): readonly string[] {
  const schema = schemaOf(finding, input);
  if (schema !== null) return differingIn(schema, input).map((id) => `schema ${id}`);
  const { method, path, reach } = finding;
  if (method !== null && path !== null) return [`operation ${method} ${path}`];
  const reached = reach?.operations.map((one) => `operation ${one.method} ${one.path}`) ?? [];
  return reached.length > 0 ? reached : ['other'];
}

/** A schema that differs itself, and else those inside it that do: its own form is the same, and what it refers to is another. */
function differingIn(id: string, { promised, current }: DraftInput): readonly string[] {
  const [before, now] = [promised, current].map(({ document }) => schemasOf(document));
  const differs = (name: string) => !sameJson(bareJson(before![name]), bareJson(now![name]));
  if (differs(id) || differs(inputName(id))) return [id];
  const inside = [...referredBy(id, promised.document)].filter((name) => now![name] !== undefined && differs(name));
  return inside.length > 0 ? [...new Set(inside.map((name) => idOf(name, promised.document)))] : [id];
}

/** The id of the schema that a finding is about: the innermost one on the way to it that differs; null for what is no shared schema. */
function schemaOf({ component, pointer }: Finding, { promised, current }: DraftInput): string | null {
  const named = /^schema (.+)$/.exec(component ?? '')?.[1];
  const [before, now] = [schemasOf(promised.document), schemasOf(current.document)];
  if (named !== undefined && before[named] !== undefined && now[named] !== undefined)
    return idOf(named, promised.document);
  const isAtBoth = (name: string) =>
    prefixesOf(pointer).some((prefix) =>
      [current, promised].every(({ document }) => schemasAt(document, prefix).includes(name)),
    );
  const differing = [current, promised]
    .flatMap(({ document }) => schemasAt(document, pointer).filter(isAtBoth))
    .find(
      (name) =>
        before[name] !== undefined && now[name] !== undefined && !sameJson(bareJson(before[name]), bareJson(now[name])),
    );
  return differing === undefined ? null : idOf(differing, promised.document);
}

/** A place, and those that hold it, the innermost first. */
const prefixesOf = (pointer: string) => {
  const steps = pointer.split('/');
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/'));
};

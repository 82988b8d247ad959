import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { findCandidates } from '../../draft/find-candidates.js';
import { bare } from '../../draft/members.js';
import type { Draft } from '../../draft/draft.js';
import { type PrintedChange, printChange } from '../../draft/print-change.js';
import { usesIn } from '../../draft/uses-of.js';
import type { Finding } from '../../diff/finding.js';
import { isObject, type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { findOrigin } from '../../openapi/references/find-origin.js';
import type { NextModule } from '../../release/add-changes.js';
import type { SchemaConstant } from '../../release/find-constants.js';
import { groupBy } from '../../text/group-by.js';

/** A way to write a change, and what it needs in its module. */
export interface DraftedWay extends PrintedChange {
  readonly constants: readonly SchemaConstant[];
  /** Whether nothing of it is left to be made up. */
  readonly isComplete: boolean;
}

/** What breaks a version, with the ways to declare it. */
export interface DraftedChange {
  /** The id of a schema; null for what is no schema, or differs too much. */
  readonly schema: string | null;
  /** What breaks, a sentence each. */
  readonly broken: readonly string[];
  /** The likeliest first; none where only a person can write it. */
  readonly ways: readonly DraftedWay[];
  /** Why there is no way. */
  readonly reason: string | null;
}

/** What changes are drafted from. */
export interface DraftInput {
  readonly findings: readonly Finding[];
  /** What the version promised, what it is made into now, and what handlers are written for. */
  readonly promised: ContractLock;
  readonly current: ContractLock;
  readonly live: ContractLock;
  readonly constants: ReadonlyMap<string, SchemaConstant>;
  /** The module that the changes are for; null where only its lines are printed. */
  readonly next: Pick<NextModule, 'localOf'> | null;
}

/** Drafts a change for everything that breaks a version. */
export function draftChanges(input: DraftInput): readonly DraftedChange[] {
  return [...groupBy(input.findings, (finding) => schemaOf(finding, input))].map(([id, findings]) => {
    const broken = findings.map(({ method, path, message }) =>
      method && path ? `${method} ${path}: ${message}` : message,
    );
    if (id === null)
      return { schema: null, broken, ways: [], reason: 'It is no shared schema: write an operation(…).' };
    const ways = draftSchema(id, input);
    return typeof ways === 'string'
      ? { schema: id, broken, ways: [], reason: ways }
      : { schema: id, broken, ways, reason: null };
  });
}

/** The id of the schema that a finding is about: the innermost one on the way to it that differs; null for what is no shared schema. */
function schemaOf({ component, pointer }: Finding, { promised, current }: DraftInput): string | null {
  const named = /^schema (.+)$/.exec(component ?? '')?.[1];
  if (named !== undefined) return idOf(named, promised.document);
  const [before, now] = [schemasOf(promised.document), schemasOf(current.document)];
  const differing = [current, promised]
    .flatMap(({ document }) => schemasAt(document, pointer))
    .find((name) => before[name] !== undefined && !sameJson(bareJson(before[name]), bareJson(now[name])));
  return differing === undefined ? null : idOf(differing, promised.document);
}

/** The schema that a place refers to, and the one that it is written in. */
function schemasAt(document: JsonObject, pointer: string): readonly string[] {
  const origin = findOrigin(document, tokensOf(pointer));
  const node = valueAt(document, origin);
  const places = [isObject(node) ? tokensOf(String(node['$ref'] ?? '').replace(/^#/, '')) : [], origin];
  return places.flatMap(([first, kind, name]) => (first === 'components' && kind === 'schemas' && name ? [name] : []));
}

const bareJson = (schema: Json | undefined) => bare(schema) as Json | undefined;

/** Where requests and answers have different forms of a schema, that of requests is called `BookInput`. */
const inputName = (id: string) => `${id}Input`;

/** The id of a schema, whose form for requests has a name of its own. */
function idOf(name: string, document: JsonObject): string {
  const base = name.replace(/Input$/, '');
  return schemasOf(document)[base] === undefined ? name : base;
}

/** A schema as it is declared: what requests may send, and which members answers have. */
function shapeOf(id: string, { document }: ContractLock): JsonObject | null {
  const schemas = schemasOf(document);
  const [output, input] = [schemas[id], schemas[inputName(id)]];
  if (!isObject(output)) return null;
  return isObject(input) ? { ...input, required: output['required'] } : output;
}

/** The ways to declare how a schema changed, or why there is none. */
function draftSchema(
  id: string,
  { promised, current, live, constants, next }: DraftInput,
): readonly DraftedWay[] | string {
  const [older, now, newer] = [promised, current, live].map((lock) => shapeOf(id, lock));
  if (!older || !newer) return `${id} is no schema of both versions: write a reshape(…) or an operation(…).`;
  if (!sameJson(bareJson(now!), bareJson(newer))) return `A change of next reshapes ${id} already: say the rest there.`;
  const constant = constants.get(id);
  if (!constant) return `No constant that is exported with .meta({ id: '${id}' }) was found: export one.`;
  const named: SchemaConstant[] = [constant];
  const nameOf = (one: SchemaConstant) => {
    named.push(one);
    return next?.localOf(one) ?? one.name;
  };
  const uses = usesIn(promised.document);
  const [own, input] = [uses(id), uses(inputName(id))];
  const draft: Draft = {
    id,
    constant: nameOf(constant),
    older,
    uses: { requests: own.requests || input.requests, answers: own.answers || input.answers },
    version: promised.version ?? '',
  };
  const constantOf = ({ $ref }: JsonObject) => {
    const other = constants.get(idOf(tokensOf(String($ref).replace(/^#/, '')).at(-1) ?? '', promised.document));
    return other ? nameOf(other) : null;
  };
  const candidates = findCandidates(newer, older, draft.uses);
  const ways = (candidates.length > 0 ? candidates : [null]).flatMap((candidate): readonly DraftedWay[] => {
    named.splice(1);
    const printed = printChange(draft, candidate, constantOf);
    return printed ? [{ ...printed, constants: [...new Set(named)], isComplete: candidate?.isComplete ?? false }] : [];
  });
  return ways.length > 0 ? ways : `A schema that ${id} holds has no exported constant with its id: export one.`;
}

const schemasOf = (document: JsonObject) => objectAt(objectAt(document['components'])['schemas']);

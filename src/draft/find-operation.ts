import { isObject, type Json, type JsonObject } from '../json/json.js';
import { findCandidates, memberCandidates } from './find-candidates.js';
import { type Look, type Member, type Members, membersOf, sameMember, sameSchema } from './members.js';
import { type OperationShape, requestParts } from './operation-shape.js';
import type { Candidate } from './step.js';
import { asItIs, both } from './ways.js';

/** A way from an operation to its older form. */
export interface OperationCandidate {
  /** Between requests, whose members are paths such as `query/limit`; null where no request differs. */
  readonly request: Candidate | null;
  /** Between the answers of a status. */
  readonly answers: readonly AnswerCandidate[];
  readonly isComplete: boolean;
  readonly isGuess: boolean;
}

export interface AnswerCandidate {
  readonly newer: string;
  readonly older: string;
  /** Null where somebody must write the conversion. */
  readonly way: Candidate | null;
  /** Whether the older one has no body. */
  readonly isEmpty: boolean;
  /** Headers that the older one always has, and the newer one does not, with the member of the newer body that may be each. */
  readonly lost: readonly (readonly [header: string, member: string | null])[];
}

const mostCandidates = 24;

/** The ways from an operation to its older form, the likeliest first; one where only its address differs. */
export function findOperation(newer: OperationShape, older: OperationShape, look: Look): readonly OperationCandidate[] {
  const requests = requestCandidates(newer, older, look);
  const answers = answerCandidates(newer, older, look);
  const all = answers.reduce<readonly (readonly AnswerCandidate[])[]>(
    (lists, options) => lists.flatMap((list) => options.map((one) => [...list, one])).slice(0, mostCandidates),
    [[]],
  );
  return requests
    .flatMap((request) =>
      all.map((some): OperationCandidate => {
        const ways = [...(request ? [request] : []), ...some.flatMap(({ way }) => way ?? [])];
        return {
          request,
          answers: some,
          isComplete:
            ways.every((way) => way.isComplete) &&
            some.every(
              ({ way, isEmpty, lost }) => (way !== null || isEmpty) && lost.every(([, member]) => member !== null),
            ),
          isGuess: ways.some((way) => way.isGuess) || some.some(({ lost }) => lost.length > 0),
        };
      }),
    )
    .slice(0, mostCandidates);
}

/** Request members as paths: those of parameters, and of a body that is written in the operation. */
export function requestMembers({ parts, body }: OperationShape, isOpen: boolean): Members {
  const named = requestParts.flatMap((part) =>
    [...parts[part]].map(([name, member]) => [`${part}/${name}`, member] as const),
  );
  if (!body) return new Map(named);
  if (!isOpen) return new Map([...named, ['body', body]]);
  return new Map([
    ...named,
    ...[...membersOf(body.schema as JsonObject)].map(([name, member]) => [`body/${name}`, member] as const),
  ]);
}

/** Whether both bodies are objects that are written in their operations, whose members can be compared. */
export const haveOpenBodies = (newer: OperationShape, older: OperationShape): boolean =>
  [newer, older].every(({ body }) => body !== null && isOpen(body.schema)) &&
  !sameSchema(newer.body!.schema, older.body!.schema);

const isOpen = (schema: Json) =>
  isObject(schema) && schema['type'] === 'object' && schema['$ref'] === undefined && isObject(schema['properties']);

function requestCandidates(newer: OperationShape, older: OperationShape, look: Look): readonly (Candidate | null)[] {
  const opened = haveOpenBodies(newer, older);
  const [now, before] = [requestMembers(newer, opened), requestMembers(older, opened)];
  const isSame = now.size === before.size && [...before].every(([name, member]) => isAt(name, member, now));
  return isSame ? [null] : memberCandidates(now, before, { requests: true, answers: false }, look);
}

const isAt = (name: string, member: Member, members: Members) => {
  const other = members.get(name);
  return other !== undefined && sameMember(other, member);
};

/** The statuses whose answers differ, with the ways of each; a success of another status is compared with the success of this one. */
function answerCandidates(
  newer: OperationShape,
  older: OperationShape,
  look: Look,
): readonly (readonly AnswerCandidate[])[] {
  const pairs = [...older.answers.keys()].flatMap((status): readonly (readonly [string, string])[] => {
    if (status === older.status) return [[newer.status, status]];
    return newer.answers.has(status) ? [[status, status]] : [];
  });
  return pairs.flatMap(([now, before]): readonly (readonly AnswerCandidate[])[] => {
    const [own, its] = [newer.answers.get(now), older.answers.get(before)!];
    if (!own) return [];
    const lost = [...its.headers].flatMap(([name, { isRequired }]) =>
      isRequired && !own.headers.has(name) ? [[name, memberFor(own.schema, its.schema, look)] as const] : [],
    );
    const pair = { newer: now, older: before, isEmpty: false, lost };
    if (its.schema === null) return own.schema === null ? [] : [[{ ...pair, way: null, isEmpty: true }]];
    if (own.schema !== null && sameSchema(own.schema, its.schema))
      return lost.length === 0 ? [] : [[{ ...pair, way: asItStands }]];
    const ways =
      own.schema === null
        ? []
        : findCandidates(asObject(own.schema), asObject(its.schema), { requests: false, answers: true }, look);
    return [ways.length > 0 ? ways.map((way) => ({ ...pair, way })) : [{ ...pair, way: null }]];
  });
}

/** The only number or text of the newer body that the older one does not have. */
function memberFor(newer: Json | null, older: Json | null, look: Look): string | null {
  const members = (schema: Json) => (isObject(schema) ? [...membersOf(schema)] : []);
  const had = older === null ? [] : members(look.older(older)).map(([name]) => name);
  const fresh = members(newer === null ? {} : look.newer(newer)).filter(
    ([name, { schema, isRequired }]) =>
      isRequired && !had.includes(name) && isObject(schema) && scalars.includes(schema['type'] as string),
  );
  return fresh.length === 1 ? fresh[0]![0] : null;
}

const scalars: readonly string[] = ['integer', 'number', 'string'];

const asItStands: Candidate = { steps: [], whole: both(asItIs, asItIs), isComplete: true, isGuess: false };

const asObject = (schema: Json): JsonObject => (isObject(schema) ? schema : {});

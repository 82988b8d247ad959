import type { Misfits } from '../schema/find-misfits.js';
import type { Change } from '../changes/change.js';
import type { Hop } from '../changes/hop.js';
import type { AnswerParts, OperationChange } from '../routing/changes/operation.js';
import { partNames } from '../routing/declare/request-parts.js';
import type { Calls } from '../routing/changes/operation-call.js';
import { type OperationShape, operationsIn } from '../routing/changes/operation-stage.js';
import type { PagedList } from '../routing/changes/paged-list.js';
import { olderOperation } from '../routing/changes/older-operations.js';
import type { Passage } from '../routing/changes/passage.js';
import { responseDetail } from '../routing/table/responses.js';
import type { Route } from '../routing/table/route.js';
import type { JsonObject } from '../json/json.js';
import { describeShape } from './lock/describe-shape.js';
import { drawnCalls, withContexts } from './drawn-calls.js';
import { showShape } from './show.js';
import { pagesInput, servedIn, wholeList } from './paged-subject.js';
import { answerBodyWay, requestBodyWay } from './body-way.js';
import { uncoveredOf } from './uncovered.js';
import { requestWay } from './request-way.js';
import { always, below, conversionOf, type Subject, type Way, wordsIn } from './way.js';

/** What an operation change converts, reshapes of the same version included; empty where the operation is not served in that version. */
export const operationSubjects = (
  routes: readonly Route[],
  hop: Hop,
  change: Change,
  named: OperationChange,
): readonly Subject[] => servedIn(routes, hop, named).map((newer) => operationSubject(newer, hop, change, named));

function operationSubject(newer: Route, hop: Hop, change: Change, named: OperationChange): Subject {
  const { shape, passage } = olderOperation(newer, hop, { ...named, change });
  const reads = { ...pick(shape.schemas), ...passage?.schemas };
  const { before } = named;
  const words = [...wordsIn(named.down), ...wordsIn(named.up)];
  const isRequest = named.up !== null || partNames.some((part) => before[part] !== undefined);
  const list = passage?.collecting?.lists[0] ?? null;
  const isAnswer = [named.down ?? undefined, before.response, before.status, named.collect ?? undefined].some(Boolean);
  return {
    change,
    unknownLosses: [],
    described: () => ({
      after: shapesOf(newer),
      before: {
        ...shapesOf(shape),
        ...(before.method && { method: before.method }),
        ...(before.path !== undefined && { path: before.path }),
        ...(before.status && { status: before.status }),
        ...(before.access && { access: JSON.parse(JSON.stringify(before.access)) as JsonObject }),
        ...(list && { atMost: list.atMost }),
      },
    }),
    uncovered: () => uncoveredOf(`${newer.method} ${newer.path}`, newer, shape),
    version: hop.version,
    previous: hop.previous,
    name: nameOf(newer, hop, named),
    source: change.source(),
    shapes: { after: describe(newer), before: describe(shape) },
    ways: [
      ...(isAnswer
        ? [
            answerWay(newer, shape, named, {
              words,
              down: passage?.down ?? null,
              list,
              lookUps: passage?.lookUps ?? [],
              previous: hop.previous,
            }),
          ]
        : []),
      ...(isRequest
        ? [
            requestWay(
              newer,
              reads,
              { from: requestBodyWay(shape.body, reads.body), to: requestBodyWay(newer.body, newer.schemas.body) },
              named,
              words,
              passage,
              hop.previous,
            ),
          ]
        : []),
    ],
  };
}

/** `PATCH /users/{id}`, and which of several older operations it stands for. */
function nameOf({ method, path }: Route, hop: Hop, { declaration, before }: OperationChange): string {
  const several = operationsIn(hop).filter((one) => one.declaration === declaration);
  const place = several.findIndex((one) => one.before === before);
  return `${method} ${path}${several.length > 1 ? ` (older operation ${place + 1})` : ''}`;
}

interface AnswerFacts extends Pick<Way, 'words'>, Pick<Passage, 'down' | 'lookUps'> {
  readonly list: PagedList | null;
  readonly previous: string;
}

function answerWay(
  newer: OperationShape,
  older: OperationShape,
  named: OperationChange,
  { words, down, list, lookUps, previous }: AnswerFacts,
): Way {
  return {
    direction: 'down',
    words,
    input: {
      kind: 'either',
      inputs: Object.entries(newer.responses).map(([status, entry]) => {
        const { input } = answerBodyWay(responseDetail(entry));
        const body = list && Number(status) === newer.status ? pagesInput(newer) : input;
        return withContexts({ status: always(Number(status)), headers: always({}), body }, lookUps);
      }),
    },
    convert: conversionOf((drawn) => {
      const answer = list && isSuccess(newer, drawn) ? { ...drawn, body: wholeList(list, drawn.body) } : drawn;
      const { status, headers, body } = answer as AnswerParts;
      const given = { status, headers, body };
      return down ? lowerPlain(newer, older, down, given, drawnCalls(older, drawn, previous)) : given;
    }, 'down'),
    finish: (value) => ({ value }),
    misfits: (answer) => answerMisfits(older, answer as AnswerParts),
    back: null,
    gone: [],
    convertsItems: named.down !== null && Object.values(newer.responses).some((entry) => responseDetail(entry).stream),
    schemas: null,
  };
}

const isSuccess = ({ status }: OperationShape, answer: unknown): answer is AnswerParts =>
  (answer as AnswerParts).status === status;

const bodyAt = ({ responses }: OperationShape, status: number) =>
  answerBodyWay(responseDetail(responses[status] ?? null));

function lowerPlain(
  newer: OperationShape,
  older: OperationShape,
  down: (answer: AnswerParts, calls: Calls) => AnswerParts,
  answer: AnswerParts,
  calls: Calls,
): AnswerParts {
  const lowered = down({ ...answer, body: bodyAt(newer, answer.status).give(answer.body) }, calls);
  return { ...lowered, body: bodyAt(older, lowered.status).take(lowered.body) };
}

function answerMisfits(older: OperationShape, { status, body }: AnswerParts): Misfits {
  if (older.responses[status] === undefined)
    return {
      wrong: [{ pointer: '/status', message: `${status} is not declared by the older operation` }],
      surplus: [],
    };
  return below('/body', bodyAt(older, status).misfits(body));
}

const pick = (schemas: Route['schemas']) =>
  Object.fromEntries(partNames.flatMap((part) => (schemas[part] ? [[part, schemas[part]]] : [])));

function shapesOf({ schemas, body, responses }: OperationShape): JsonObject {
  return {
    ...(body && body.kind !== 'json' && { body: JSON.parse(JSON.stringify(body)) as JsonObject }),
    request: Object.fromEntries(Object.entries(pick(schemas)).map(([part, schema]) => [part, describeShape(schema)])),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, entry]) => {
        const { schema } = responseDetail(entry);
        return [status, schema ? describeShape(schema) : null];
      }),
    ),
  };
}

function describe({ method, path, schemas, responses }: OperationShape): string {
  const taken = partNames.flatMap((part) => (schemas[part] ? [`${part} ${showShape(schemas[part])}`] : []));
  const given = Object.entries(responses).map(([status, entry]) => {
    const { schema } = responseDetail(entry);
    return schema ? `${status} ${showShape(schema)}` : status;
  });
  return [`${method} ${path}`, ...taken, `→ ${given.join(', ') || 'nothing declared'}`].join(' ');
}

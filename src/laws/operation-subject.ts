import { findMisfits, type Misfits } from '../schema/find-misfits.js';
import type { Change } from '../routing/changes/change.js';
import type { Hop } from '../routing/changes/hop.js';
import type { AnswerParts, OperationChange, RequestParts } from '../routing/changes/operation.js';
import { partNames, type RequestPart } from '../routing/declare/request-parts.js';
import type { OperationShape } from '../routing/changes/operation-stage.js';
import { olderOperations, type Passage } from '../routing/changes/passage.js';
import { responseDetail } from '../routing/table/responses.js';
import type { Route } from '../routing/table/route.js';
import { injectableName } from '../wiring/token.js';
import type { JsonObject } from '../json/json.js';
import { describeShape } from './lock/describe-shape.js';
import { showShape } from './show.js';
import { answerBodyWay, type BodyWay, requestBodyWay } from './body-way.js';
import {
  always,
  type Finished,
  finishWith,
  type Input,
  objectInput,
  runChange,
  type Subject,
  type Way,
  wordsIn,
} from './way.js';

/** What an operation change converts, reshapes of the same version included; null where the operation is not served in that version. */
export function operationSubject(
  routes: readonly Route[],
  hop: Hop,
  change: Change,
  named: OperationChange,
): Subject | null {
  const newer = routes.find(
    ({ version, handler }) =>
      version === hop.version &&
      handler.controller === injectableName(named.controller()) &&
      handler.method === named.handler,
  );
  if (!newer) return null;
  const { shape, passage } = olderOperations(newer, named.controller(), named.handler, [hop])[1]!;
  const reads = { ...pick(shape.schemas), ...passage?.schemas };
  const { before } = named;
  const words = [...wordsIn(named.down), ...wordsIn(named.up)];
  const isRequest = named.up !== null || partNames.some((part) => before[part] !== undefined);
  const isAnswer = named.down !== null || before.response !== undefined || before.status !== undefined;
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
      },
    }),
    version: hop.version,
    previous: hop.previous,
    name: `${newer.method} ${newer.path}`,
    source: change.source(),
    shapes: { after: describe(newer), before: describe(shape) },
    ways: [
      ...(isAnswer ? [answerWay(newer, shape, named, words, passage?.down ?? null)] : []),
      ...(isRequest
        ? [
            requestWay(
              newer,
              reads,
              { from: requestBodyWay(shape.body, reads.body), to: requestBodyWay(newer.body, newer.schemas.body) },
              named,
              words,
              passage,
            ),
          ]
        : []),
    ],
  };
}

function answerWay(
  newer: OperationShape,
  older: OperationShape,
  named: OperationChange,
  words: readonly string[],
  down: ((answer: AnswerParts) => AnswerParts) | null,
): Way {
  return {
    direction: 'down',
    words,
    input: {
      kind: 'either',
      inputs: Object.entries(newer.responses).map(([status, entry]) => {
        const body = answerBodyWay(responseDetail(entry));
        return objectInput({ status: always(Number(status)), headers: always({}), body: body.input });
      }),
    },
    convert: runChange((answer) => (down ? lowerPlain(newer, older, down, answer as AnswerParts) : answer), 'down'),
    finish: (value) => ({ value }),
    misfits: (answer) => answerMisfits(older, answer as AnswerParts),
    back: null,
    gone: [],
    convertsItems: named.down !== null && Object.values(newer.responses).some((entry) => responseDetail(entry).stream),
    schemas: null,
  };
}

const bodyAt = ({ responses }: OperationShape, status: number) =>
  answerBodyWay(responseDetail(responses[status] ?? null));

function lowerPlain(
  newer: OperationShape,
  older: OperationShape,
  down: (answer: AnswerParts) => AnswerParts,
  answer: AnswerParts,
): AnswerParts {
  const lowered = down({ ...answer, body: bodyAt(newer, answer.status).give(answer.body) });
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

function requestWay(
  newer: OperationShape,
  reads: Readonly<Partial<Record<RequestPart, unknown>>>,
  body: { readonly from: BodyWay; readonly to: BodyWay },
  named: OperationChange,
  words: readonly string[],
  passage: Passage | null,
): Way {
  const raise = (request: RequestParts) => {
    if (!passage?.up) return request;
    const raised = passage.up({ ...request, body: body.from.give(request.body) });
    return { ...raised, body: body.to.take(raised.body) };
  };
  return {
    direction: 'up',
    words,
    input: requestInput(newer.path, reads, body.from.input),
    convert: runChange((request) => raise(request as RequestParts), 'up'),
    finish: (request) => finishParts(passage?.finish ?? {}, body.to, request as RequestParts),
    misfits: (request) => requestMisfits(newer, body.to, request as RequestParts),
    back: null,
    gone: [],
    convertsItems: named.up !== null && newer.body?.kind === 'ndjson',
    schemas: null,
  };
}

/** Requests for a path, whose parts and body are these. */
export function requestInput(path: string, reads: Readonly<Partial<Record<RequestPart, unknown>>>, body: Input): Input {
  const read = (part: RequestPart, otherwise: Input): Input =>
    reads[part] ? { kind: 'schema', schema: reads[part] } : otherwise;
  return objectInput({
    params: read('params', paramsOf(path)),
    query: read('query', always({})),
    headers: read('headers', always({})),
    cookies: read('cookies', always({})),
    body,
  });
}

function requestMisfits({ schemas }: OperationShape, body: BodyWay, request: RequestParts): Misfits {
  const found = partNames.map((part) => {
    if (part === 'body') return below('/body', body.misfits(request.body));
    return schemas[part] ? below(`/${part}`, findMisfits(schemas[part], request[part])) : { wrong: [], surplus: [] };
  });
  return { wrong: found.flatMap(({ wrong }) => wrong), surplus: found.flatMap(({ surplus }) => surplus) };
}

function below(pointer: string, { wrong, surplus }: Misfits): Misfits {
  return {
    wrong: wrong.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` })),
    surplus: surplus.map((one) => `${pointer}${one}`),
  };
}

function finishParts(finishers: Passage['finish'], body: BodyWay, request: RequestParts): Finished {
  const finished: Record<string, unknown> = { ...request };
  for (const part of partNames) {
    const finisher = finishers[part];
    const finish = part === 'body' ? body.finish : finishWith;
    const outcome = finisher ? finish(finisher, request[part]) : { value: request[part] };
    if ('refused' in outcome) return outcome;
    finished[part] = outcome.value;
  }
  return { value: finished };
}

const pick = (schemas: Route['schemas']) =>
  Object.fromEntries(partNames.flatMap((part) => (schemas[part] ? [[part, schemas[part]]] : [])));

/** Path values as text, where no schema describes them. */
function paramsOf(path: string): Input {
  return objectInput(
    Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => [name!, { kind: 'text' } as const])),
  );
}

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

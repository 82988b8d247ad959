import type { OperationChange, RequestParts } from '../routing/changes/operation.js';
import type { OperationShape } from '../routing/changes/operation-stage.js';
import type { LookUp, Passage } from '../routing/changes/passage.js';
import { partNames, type RequestPart } from '../routing/declare/request-parts.js';
import { findMisfits, type Misfits } from '../schema/find-misfits.js';
import type { BodyWay } from './body-way.js';
import { drawnCalls, withContexts } from './drawn-calls.js';
import { always, below, conversionOf, type Finished, finishWith, type Input, objectInput, type Way } from './way.js';

/** How older requests become newer ones. `reads` are the schemas of their parts. */
export function requestWay(
  newer: OperationShape,
  reads: Readonly<Partial<Record<RequestPart, unknown>>>,
  body: { readonly from: BodyWay; readonly to: BodyWay },
  named: OperationChange,
  words: readonly string[],
  passage: Passage | null,
  previous: string,
): Way {
  const raise = (drawn: RequestParts) => {
    const { params, query, headers, cookies } = drawn;
    const request = { params, query, headers, cookies, body: drawn.body };
    if (!passage?.up) return request;
    const given = { ...request, body: body.from.give(request.body) };
    const raised = passage.up(given, drawnCalls(newer, drawn, previous));
    return { ...raised, body: body.to.take(raised.body) };
  };
  return {
    direction: 'up',
    words,
    input: requestInput(newer.path, reads, body.from.input, passage?.lookUps),
    convert: conversionOf((request) => raise(request as RequestParts), 'up'),
    finish: (request) => finishParts(passage?.finish ?? {}, body.to, request as RequestParts),
    misfits: (request) => requestMisfits(newer, body.to, request as RequestParts),
    back: null,
    gone: [],
    convertsItems: named.up !== null && newer.body?.kind === 'ndjson',
    schemas: null,
  };
}

/** Requests for a path, whose parts and body are these. */
export function requestInput(
  path: string,
  reads: Readonly<Partial<Record<RequestPart, unknown>>>,
  body: Input,
  lookUps: readonly LookUp[] = [],
): Input {
  const read = (part: RequestPart, otherwise: Input): Input =>
    reads[part] ? { kind: 'schema', schema: reads[part] } : otherwise;
  const parts = {
    params: read('params', paramsOf(path)),
    query: read('query', always({})),
    headers: read('headers', always({})),
    cookies: read('cookies', always({})),
    body,
  };
  return withContexts(parts, lookUps);
}

function requestMisfits({ schemas }: OperationShape, body: BodyWay, request: RequestParts): Misfits {
  const found = partNames.map((part) => {
    if (part === 'body') return below('/body', body.misfits(request.body));
    return schemas[part] ? below(`/${part}`, findMisfits(schemas[part], request[part])) : { wrong: [], surplus: [] };
  });
  return { wrong: found.flatMap(({ wrong }) => wrong), surplus: found.flatMap(({ surplus }) => surplus) };
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

/** Path values as text, where no schema describes them. */
function paramsOf(path: string): Input {
  return objectInput(
    Object.fromEntries([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => [name!, { kind: 'text' } as const])),
  );
}

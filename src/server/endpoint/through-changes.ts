import type { ServerResponse } from 'node:http';
import { type $ZodType, safeParse, safeParseAsync } from 'zod/v4/core';
import { passedOn } from '../../changes/parsed-values.js';
import type { AnswerParts, RequestParts } from '../../routing/changes/operation.js';
import type { Calls } from '../../routing/changes/operation-call.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { RequestPart } from '../../routing/declare/request-parts.js';
import type { Route } from '../../routing/table/route.js';
import { handlerName } from '../../routing/table/route.js';
import { describedBy, withinBody } from '../../routing/changes/within-body.js';
import { mapItems } from '../../routing/declare/streams.js';
import { isResponse } from '../../routing/table/response-of-bytes.js';
import { emptyResponse } from './empty-response.js';
import { isThenable } from './is-thenable.js';
import { relayed } from './relayed.js';
import type { Endpoint, Exchange } from './exchange.js';
import { callsOf } from './request-calls.js';
import { issuesOf, type LastWords } from './last-words.js';

type Handle = Endpoint['handle'];

/** Takes an older version's request up to the handler's own shape, and the answer down again. */
export function throughChanges(handle: Handle, passage: Passage, route: Route, words: LastWords): Handle {
  const raise = passage.up && raiseStep(passage as RaisingPassage, words);
  const lower = (exchange: Exchange, value: unknown) =>
    passage.down ? lowerAnswer(exchange, value, passage, route) : value;
  const answerLower = (exchange: Exchange) => {
    const value = handle(exchange);
    return isThenable(value) ? value.then((late) => lower(exchange, late)) : lower(exchange, value);
  };
  // The answer of an application comes down where it is sent.
  const answer = route.relayed ? handle : answerLower;
  return (exchange) => {
    const pending = raise?.(exchange);
    return pending ? pending.then(() => answer(exchange)) : answer(exchange);
  };
}

type RaisingPassage = Passage & { readonly up: NonNullable<Passage['up']> };

/** Takes a request up, where the newest schemas have the last word; a promise where one of them is asynchronous. */
function raiseStep(passage: RaisingPassage, words: LastWords): (exchange: Exchange) => Promise<void> | undefined {
  const { up, finish, body: form } = passage;
  const raising = (calls: Calls) => (parsed: RequestParts) => words.refusing(() => up(parsed, calls));
  const settle = finishStep(passage, words);
  return (exchange) => {
    const parsed = partsOf(exchange);
    const raised = raising(callsOf(exchange, passage));
    if (form?.kind === 'ndjson') Object.assign(exchange, raiseItems(parsed, finish.body ?? null, raised, words));
    else Object.assign(exchange, raised(parsed));
    return settle(exchange, parsed);
  };
}

export const partsOf = ({ params, query, headers, cookies, body }: Exchange): RequestParts => ({
  params,
  query,
  headers,
  cookies,
  body,
});

export type Finish = (exchange: Exchange, parsed: RequestParts) => Promise<void> | undefined;

/** The last word about a request that is raised; `parsed` is what the requested version's schemas returned. */
export function finishStep({ finish, body: form }: Pick<Passage, 'finish' | 'body'>, words: LastWords): Finish {
  const parts = (Object.entries(finish) as [RequestPart, $ZodType][]).filter(
    ([part]) => form?.kind !== 'ndjson' || part !== 'body',
  );
  return (exchange, parsed) => {
    if (parts.length === 0) return undefined;
    const given = (part: RequestPart) => passedOn(describedBy(form, part, exchange), describedBy(form, part, parsed));
    const take = (results: readonly ReturnType<typeof safeParse>[]) => {
      words.judge(parts.map(([part], index) => ({ part, issues: issuesOf(results[index]!), path: [] })));
      parts.forEach(([part], index) => {
        const { data } = results[index]!;
        exchange[part] = part === 'body' ? withinBody(form, exchange.body, () => data) : data;
      });
    };
    try {
      return void take(parts.map(([part, schema]) => safeParse(schema, given(part))));
    } catch (error) {
      if ((error as Error).constructor.name !== '$ZodAsyncError') throw error;
    }
    return Promise.all(parts.map(([part, schema]) => safeParseAsync(schema, given(part)))).then(take);
  };
}

/** Each item of NDJSON goes its own way, when the handler asks for it. */
function raiseItems(
  parsed: RequestParts,
  schema: $ZodType | null,
  raised: (parsed: RequestParts) => RequestParts,
  words: LastWords,
): RequestParts {
  let first: unknown;
  const items = mapItems(parsed.body as AsyncIterable<unknown>, (item) => (first = item));
  const request = raised({ ...parsed, body: items });
  const body = words.refusingItems(request.body as AsyncIterable<unknown>);
  if (!schema) return { ...request, body };
  const finish = async (item: unknown, index: number) => {
    const result = await safeParseAsync(schema, passedOn(item, first));
    words.judge([{ part: 'body', issues: issuesOf(result), path: [index] }]);
    return result.data;
  };
  return { ...request, body: mapItems(body, finish) };
}

function lowerAnswer(exchange: Exchange, value: unknown, passage: Passage, route: Route): unknown {
  if (isAnswered(exchange, value)) return value;
  if (isResponse(value)) return lowerResponse(exchange, value, passage, route);
  return placeAnswer(
    exchange,
    passage.down!(readAnswer(exchange, value, passage, route), callsOf(exchange, passage)),
    passage,
    route,
  );
}

/** A Web Response without content is the same in every version. Throws for any other, and for one with a header that changes. */
async function lowerResponse(exchange: Exchange, value: Response, passage: Passage, route: Route): Promise<Response> {
  const empty = passage.headers.some((name) => value.headers.has(name)) ? null : await emptyResponse(value);
  if (empty === null) readAnswer(exchange, value, passage, route);
  return empty!;
}

/** Whether a handler has said all: nothing, or what it wrote itself. */
export const isAnswered = ({ response }: Exchange, value: unknown) =>
  value === undefined || value === relayed || response.headersSent;

/** What a handler returned and set, as changes take it. */
export function readAnswer(exchange: Exchange, value: unknown, passage: Passage, route: Route): AnswerParts {
  const { response } = exchange;
  if (isResponse(value))
    throw new TypeError(
      `${handlerName(route)} answered version ${route.version} with a Web Response, which its changes cannot read. Return a value, or serve older versions with a handler of their own.`,
    );
  const sent = passage.headers.flatMap((name) =>
    response.hasHeader(name) ? [[name, headerText(response, name)]] : [],
  );
  return { status: passage.status, headers: Object.fromEntries(sent) as Record<string, string>, body: value };
}

/** Puts the headers of an answer of the requested version on the response. Returns its body. */
export function placeAnswer(
  { response }: Exchange,
  { status, headers, body }: AnswerParts,
  passage: Passage,
  route: Route,
): unknown {
  if (status !== route.status)
    throw new TypeError(
      `A change answers version ${route.version} of ${handlerName(route)} with ${status}, which declares ${route.status}. Name the status in before.`,
    );
  for (const name of passage.headers) if (headers[name] === undefined) response.removeHeader(name);
  for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
  return body;
}

const headerText = (response: ServerResponse, name: string) => [response.getHeader(name)].flat().join(', ');

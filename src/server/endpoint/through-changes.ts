import type { ServerResponse } from 'node:http';
import { type $ZodType, safeParse, safeParseAsync } from 'zod/v4/core';
import type { BodyForm } from '../../routing/declare/bodies.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { ValidationStatus } from '../../routing/table/error-options.js';
import type { RequestPart } from '../../routing/declare/request-parts.js';
import type { Route } from '../../routing/table/route.js';
import { handlerName } from '../../routing/table/route.js';
import { withinBody } from '../../routing/changes/within-body.js';
import { mapItems } from '../../routing/declare/streams.js';
import { isThenable } from '../is-thenable.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { knownPath } from './known-path.js';
import { refuseIssues, requestIssue } from './validation-step.js';

type Handle = Endpoint['handle'];

/** Takes an older version's request up to the handler's own shape, and the answer down again. */
export function throughChanges(
  handle: Handle,
  passage: Passage,
  route: Route,
  validationStatus: ValidationStatus,
): Handle {
  const { up, finish } = passage;
  const isStreamed = passage.body?.kind === 'ndjson';
  const finishers = (Object.entries(finish) as [RequestPart, $ZodType][]).filter(
    ([part]) => !isStreamed || part !== 'body',
  );
  const finishItem = isStreamed && finish.body ? itemFinisher(finish.body, route, validationStatus) : null;
  const lower = (exchange: Exchange, value: unknown) =>
    passage.down ? lowerAnswer(exchange, value, passage, route) : value;
  const answer = (exchange: Exchange) => {
    const value = handle(exchange);
    return isThenable(value) ? value.then((late) => lower(exchange, late)) : lower(exchange, value);
  };
  return (exchange) => {
    if (up) {
      const { params, query, headers, cookies, body } = exchange;
      Object.assign(exchange, up({ params, query, headers, cookies, body }));
      if (finishItem) exchange.body = mapItems(exchange.body as AsyncIterable<unknown>, finishItem);
    }
    const pending =
      finishers.length > 0 ? finishParts(exchange, finishers, passage.body, route, validationStatus) : undefined;
    return pending ? pending.then(() => answer(exchange)) : answer(exchange);
  };
}

/** Refinements, transforms and defaults of the newest shape; a promise where one of them is asynchronous. */
function finishParts(
  exchange: Exchange,
  finishers: readonly (readonly [RequestPart, $ZodType])[],
  form: BodyForm | null,
  route: Route,
  status: ValidationStatus,
): Promise<void> | undefined {
  try {
    take(
      exchange,
      finishers.map(([part, schema]) => [part, safeParse(schema, valueOf(exchange, part, form))] as const),
      form,
      route,
      status,
    );
    return undefined;
  } catch (error) {
    if ((error as Error).constructor.name !== '$ZodAsyncError') throw error;
  }
  return Promise.all(
    finishers.map(
      async ([part, schema]) => [part, await safeParseAsync(schema, valueOf(exchange, part, form))] as const,
    ),
  ).then((results) => take(exchange, results, form, route, status));
}

/** A refusal names a member only if the requested version has it. */
function take(
  exchange: Exchange,
  results: readonly (readonly [RequestPart, ReturnType<typeof safeParse>])[],
  form: BodyForm | null,
  { schemas }: Route,
  status: ValidationStatus,
): void {
  const issues = results.flatMap(
    ([part, { error }]) =>
      error?.issues.map(({ message, code, path }) =>
        requestIssue(part, { message, code, path: knownPath(schemas[part], path) }),
      ) ?? [],
  );
  refuseIssues(issues, status);
  for (const [part, { data }] of results)
    exchange[part] = part === 'body' ? withinBody(form, exchange.body, () => data) : data;
}

/** What the schema of a part describes. */
const valueOf = (exchange: Exchange, part: RequestPart, form: BodyForm | null) =>
  part === 'body' && form?.kind === 'multipart' ? (exchange.body as { fields: unknown }).fields : exchange[part];

/** The remaining checks of one item, which the handler reads after the request was let in. */
function itemFinisher(schema: $ZodType, { schemas }: Route, status: ValidationStatus) {
  return async (item: unknown, index: number): Promise<unknown> => {
    const { data, error } = await safeParseAsync(schema, item);
    const issues = error?.issues.map(({ message, code, path }) =>
      requestIssue('body', { message, code, path: [index, ...knownPath(schemas.body, path)] }),
    );
    refuseIssues(issues ?? [], status);
    return data;
  };
}

function lowerAnswer(exchange: Exchange, value: unknown, passage: Passage, route: Route): unknown {
  const { response } = exchange;
  if (value === undefined || response.headersSent) return value;
  if (value instanceof Response)
    throw new TypeError(
      `${handlerName(route)} answered version ${route.version} with a Web Response, which its changes cannot read. Return a value, or serve older versions with a handler of their own.`,
    );
  const sent = passage.headers.flatMap((name) =>
    response.hasHeader(name) ? [[name, headerText(response, name)]] : [],
  );
  const { status, headers, body } = passage.down!({
    status: passage.status,
    headers: Object.fromEntries(sent) as Record<string, string>,
    body: value,
  });
  if (status !== route.status)
    throw new TypeError(
      `A change answers version ${route.version} of ${handlerName(route)} with ${status}, which declares ${route.status}. Name the status in before.`,
    );
  for (const name of passage.headers) if (headers[name] === undefined) response.removeHeader(name);
  for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
  return body;
}

const headerText = (response: ServerResponse, name: string) => [response.getHeader(name)].flat().join(', ');

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { inspect } from 'node:util';
import { isSchema, type Schema } from '../../schema/standard-schema.js';
import { HttpError } from './http-error.js';
import { ownProblemSchemas } from './problem-schemas.js';
import type { Route } from './route.js';

/** The members of a problem (RFC 9457, section 3.1) and the `extras` of its HttpError. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  readonly traceId: string;
  readonly [extra: string]: unknown;
}

/** The title of a problem that says no more than its status. */
export const titleOf = (status: number) => STATUS_CODES[status] ?? 'Error';

/** The request that failed; `route` is null when none was found. */
export interface FailedRequest {
  readonly req: IncomingMessage;
  readonly route: Route | null;
}

/** An error as it is sent: a string or bytes as they are, any other body as JSON. */
export interface RenderedProblem {
  readonly contentType: string;
  readonly body: unknown;
}

/** Status of a request that a declared schema rejects. */
export type ValidationStatus = 400 | 422;

/** How errors become responses. Each function is synchronous. */
export interface ErrorOptions {
  /** Asked for everything thrown that is not an HttpError; undefined leaves it an opaque 500. */
  readonly mapError?: (error: unknown, request: FailedRequest) => HttpError | undefined;
  /** Sends errors in another envelope; undefined leaves one problem details. */
  readonly renderProblem?: (problem: ProblemDetails, request: FailedRequest) => RenderedProblem | undefined;
  /** What `renderProblem` sends: a schema, or the schema of each route; undefined stands for problem details. */
  readonly problemSchema?: Schema | ((route: Route | null) => Schema | undefined);
  /** 400 by default. */
  readonly validationStatus?: ValidationStatus | ((route: Route) => ValidationStatus);
}

/** The schema of a route's errors where they are not problem details; null where they are. */
export function problemSchemaOf(route: Route | null, { problemSchema }: ErrorOptions): Schema | null {
  const schema = isSchema(problemSchema) ? problemSchema : problemSchema?.(route);
  return schema === undefined || ownProblemSchemas.has(schema) ? null : schema;
}

/** The schema that an error body has: where svckit's own is declared, that of the service stands in for it. */
export function shownProblem(declared: Schema, route: Route | null, options: ErrorOptions): Schema {
  return ownProblemSchemas.has(declared) ? (problemSchemaOf(route, options) ?? declared) : declared;
}

/** What `renderProblem` makes of a problem; undefined for problem details. Throws a TypeError for what cannot be sent. */
export function renderedProblem(
  render: NonNullable<ErrorOptions['renderProblem']>,
  problem: ProblemDetails,
  request: FailedRequest,
): RenderedProblem | undefined {
  const rendered: unknown = render(problem, request);
  if (rendered === undefined || typeof (rendered as Partial<RenderedProblem> | null)?.contentType === 'string')
    return rendered as RenderedProblem | undefined;
  throw new TypeError(
    `renderProblem returned ${nameReturned(rendered)}. Return { contentType, body }, or undefined for problem details.`,
  );
}

/** The HttpError for an error; null when it is none. Throws a TypeError for what `mapError` must not return. */
export function mappedError(
  map: NonNullable<ErrorOptions['mapError']>,
  error: unknown,
  request: FailedRequest,
): HttpError | null {
  const mapped: unknown = map(error, request);
  if (mapped === undefined || mapped instanceof HttpError) return mapped ?? null;
  throw new TypeError(`mapError returned ${nameReturned(mapped)}. Return an HttpError, or undefined.`);
}

/** In words. The rejection of a promise is dropped, or it would end the process. */
function nameReturned(value: unknown): string {
  if (!(value instanceof Promise)) return inspect(value, { depth: 1, breakLength: Infinity });
  value.catch(() => {});
  return 'a promise';
}

/** Throws a TypeError for what `validationStatus` must not return. */
export function validationStatusOf(route: Route, { validationStatus = 400 }: ErrorOptions): ValidationStatus {
  const status = typeof validationStatus === 'function' ? validationStatus(route) : validationStatus;
  if (status !== 400 && status !== 422)
    throw new TypeError(`validationStatus returned ${String(status)} for ${route.path}. Return 400 or 422.`);
  return status;
}

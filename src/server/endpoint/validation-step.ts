import { HttpError } from '../../routing/table/http-error.js';
import type { RouteSchemas } from '../../routing/declare/route-schemas.js';
import type { Schema, SchemaIssue, SchemaResult } from '../../routing/declare/schema.js';
import type { Step } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { isThenable } from '../is-thenable.js';
import { type Place, type PlaceReader, placeReader } from '../request/read-place.js';

/** One entry of a ValidationError's `errors`. */
interface RequestIssue {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Member names from the top, joined by dots. */
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

interface Part {
  readonly place: Place;
  readonly schema: Schema;
  readonly read: PlaceReader;
}

const places = ['params', 'query', 'headers', 'body'] as const;
const documentNames = { params: 'path', query: 'query', headers: 'header', body: 'body' } as const;

/** Checks all declared parts of a request and refuses with every issue at once; null when nothing is declared. */
export function validationStep(schemas: RouteSchemas, parameters: readonly string[]): Step | null {
  const parts: readonly Part[] = places.flatMap((place) => {
    const schema = schemas[place];
    return schema ? [{ place, schema, read: placeReader(place, schema, parameters) }] : [];
  });
  if (parts.length === 0) return null;
  return (exchange) => {
    const issues: RequestIssue[] = [];
    let waiting: PromiseLike<void>[] | undefined;
    for (const part of parts) {
      const pending = validatePart(exchange, part, issues);
      if (pending !== undefined) (waiting ??= []).push(pending);
    }
    if (waiting) return Promise.all(waiting).then(() => refuseIssues(issues));
    return refuseIssues(issues);
  };
}

function validatePart(
  exchange: Exchange,
  { place, schema, read }: Part,
  issues: RequestIssue[],
): PromiseLike<void> | undefined {
  const unreadable: SchemaIssue[] = [];
  const value = read(exchange, unreadable);
  for (const issue of unreadable) issues.push(requestIssue(place, issue));
  if (unreadable.some(({ path }) => path?.length === 0)) return undefined;
  const result = schema['~standard'].validate(value);
  if (isThenable<SchemaResult<unknown>>(result))
    return result.then((late) => takeResult(exchange, place, late, unreadable, issues));
  takeResult(exchange, place, result, unreadable, issues);
  return undefined;
}

/** A member that could not be read is not told of again. */
function takeResult(
  exchange: Exchange,
  place: Place,
  result: SchemaResult<unknown>,
  unreadable: readonly SchemaIssue[],
  issues: RequestIssue[],
): void {
  if (!result.issues) {
    exchange[place] = result.value;
    return;
  }
  const told = new Set(unreadable.map((issue) => pathOf(issue)[0]));
  for (const issue of result.issues) if (!told.has(pathOf(issue)[0] ?? '')) issues.push(requestIssue(place, issue));
}

function refuseIssues(issues: readonly RequestIssue[]): undefined {
  if (issues.length === 0) return undefined;
  const named = [...new Set(issues.map((issue) => `${issue.in} ${issue.path}`.trim()))].join(', ');
  throw new HttpError(400, `The request does not fit what is declared: ${named}.`, { errors: issues });
}

const pathOf = ({ path = [] }: SchemaIssue) => path.map((part) => (typeof part === 'object' ? part.key : part));

function requestIssue(place: Place, issue: SchemaIssue): RequestIssue {
  return {
    in: documentNames[place],
    path: pathOf(issue).map(String).join('.'),
    message: issue.message,
    code: issue.code ?? 'invalid',
  };
}

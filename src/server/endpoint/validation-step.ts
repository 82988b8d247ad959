import { type ValidationStatus, validationStatusOf } from '../../routing/table/error-options.js';
import { HttpError } from '../../routing/table/http-error.js';
import { type RequestPart, requestParts } from '../../routing/declare/request-parts.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Schema, SchemaIssue, SchemaResult } from '../../schema/standard-schema.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { type Accept, acceptOf, undecided } from '../../schema/accept.js';
import type { BodyReader } from '../bodies/body-reader.js';
import type { Exchange, Step } from './exchange.js';
import { isThenable } from './is-thenable.js';
import { type PartReader, partReader } from '../request/read-part.js';

/** One entry of a ValidationError's `errors`. */
interface RequestIssue {
  readonly in: (typeof requestParts)[RequestPart];
  /** Member names from the top, joined by dots. */
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

interface DeclaredPart {
  readonly name: RequestPart;
  readonly schema: Schema;
  readonly read: PartReader;
  /** Decides about most valid values without a parse; null where it would decide about none. */
  readonly accept: Accept | null;
}

/** Checks all declared parts of a request and refuses with every issue at once. `readWith` stands in for what the documents show. */
export function validationStep(
  names: readonly RequestPart[],
  route: Route,
  options: Pick<ServiceOptions, 'versioning' | 'validationStatus'>,
  readWith: Readonly<Partial<Record<RequestPart, Schema>>>,
  body: BodyReader | null,
): Step {
  const { schemas, path } = route;
  const status = validationStatusOf(route, options);
  const named = versioningScheme(options.versioning)?.parameter;
  const versionParameter = named?.in === 'query' ? named.name : null;
  const parameters = pathParameters(path);
  const parts: readonly DeclaredPart[] = names.map((name) => {
    if (name === 'body') return { name, ...body!, accept: acceptOf(body!.schema) };
    const schema = readWith[name] ?? schemas[name]!;
    return { name, schema, read: partReader(name, schema, parameters, versionParameter), accept: acceptOf(schema) };
  });
  return (exchange) => {
    const issues: RequestIssue[] = [];
    let waiting: PromiseLike<void>[] | undefined;
    for (const part of parts) {
      const pending = validatePart(exchange, part, issues);
      if (pending !== undefined) (waiting ??= []).push(pending);
    }
    if (waiting) return Promise.all(waiting).then(() => refuseIssues(issues, status));
    return refuseIssues(issues, status);
  };
}

function validatePart(
  exchange: Exchange,
  { name, schema, read, accept }: DeclaredPart,
  issues: RequestIssue[],
): PromiseLike<void> | undefined {
  const unreadable: SchemaIssue[] = [];
  const value = read(exchange, unreadable);
  const accepted = accept !== null && unreadable.length === 0 ? accept(value) : undecided;
  if (accepted !== undecided) {
    exchange[name] = accepted;
    return undefined;
  }
  for (const issue of unreadable) issues.push(requestIssue(name, issue));
  if (unreadable.some(({ path }) => path?.length === 0)) return undefined;
  const result = schema['~standard'].validate(value);
  if (isThenable<SchemaResult<unknown>>(result))
    return result.then((late) => takeResult(exchange, name, late, unreadable, issues));
  takeResult(exchange, name, result, unreadable, issues);
  return undefined;
}

/** Skips members already reported as unreadable. */
function takeResult(
  exchange: Exchange,
  name: RequestPart,
  result: SchemaResult<unknown>,
  unreadable: readonly SchemaIssue[],
  issues: RequestIssue[],
): void {
  if (!result.issues) {
    exchange[name] = result.value;
    return;
  }
  const reported = new Set(unreadable.map((issue) => pathOf(issue)[0]));
  for (const issue of result.issues) if (!reported.has(pathOf(issue)[0] ?? '')) issues.push(requestIssue(name, issue));
}

export function refuseIssues(issues: readonly RequestIssue[], status: ValidationStatus): undefined {
  if (issues.length === 0) return undefined;
  const named = [...new Set(issues.map((issue) => `${issue.in} ${issue.path}`.trim()))].join(', ');
  throw new HttpError(status, `The request does not fit what is declared: ${named}.`, { errors: issues });
}

const pathOf = ({ path = [] }: SchemaIssue) => path.map((part) => (typeof part === 'object' ? part.key : part));

export function requestIssue(name: RequestPart, issue: SchemaIssue): RequestIssue {
  return {
    in: requestParts[name],
    path: pathOf(issue).map(String).join('.'),
    message: issue.message,
    code: issue.code ?? 'invalid',
  };
}

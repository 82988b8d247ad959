import { STATUS_CODES } from 'node:http';
import type { Schema } from '../../schema/standard-schema.js';
import { problemSchemaOf, shownProblem } from '../../routing/table/error-options.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { ResponseDetail } from '../../routing/declare/response-entry.js';
import { type AutomaticProblem, automaticProblems } from './automatic-problems.js';
import type { OperationContext } from './operation-context.js';
import type { JsonSchema, MediaType, ResponseObject } from './open-api.js';
import { NotFound, Problem, problemBodies } from '../../routing/table/problem-schemas.js';
import { errorMediaType } from './sample-problem.js';
import { buildHeaders, type SentHeaders, sentHeaders } from './build-headers.js';

/** Every response of an operation, by status or range of statuses: those declared, and those that svckit sends by itself. */
export function buildResponses(route: Route, context: OperationContext): Readonly<Record<string, ResponseObject>> {
  const problems = automaticProblems(route, context.settings, context.entryOf(route));
  const declared = new Map(
    Object.entries(route.responses).map(([status, entry]) => [Number(status), responseDetail(entry)]),
  );
  if (![...declared.keys()].some((status) => status >= 200 && status < 400)) declared.set(route.status, {});
  const statuses = [...new Set([...declared.keys(), ...problems.keys()])].sort((a, b) => a - b);
  const sent = sentHeaders(route, context);
  const bodiless = route.method === 'HEAD';
  const responses: Record<string, ResponseObject> = {};
  for (const status of statuses) {
    const detail = declared.get(status);
    const problem = describeProblem(problems.get(status), route, context);
    const answer = { status, problem, bodiless, sent };
    responses[status] = detail
      ? buildResponse({ ...answer, detail }, declaredContent(answer, detail, route, context), context)
      : context.share(answer, (facts) => buildResponse(facts, {}, context));
  }
  const { ranges = {} } = route;
  if (!statuses.some((status) => status >= 400 && status < 500) && !ranges['4XX'] && !ranges['default']) {
    responses['431'] = {
      description: 'The request has more header fields than the server reads (RFC 6585, section 5).',
    };
  }
  for (const [range, entry] of Object.entries(ranges)) {
    const detail = {
      description: range === 'default' ? 'Any other status' : `Any status ${range}`,
      ...responseDetail(entry),
    };
    const answer = { status: severalStatuses, problem: undefined, bodiless, sent, detail };
    responses[range] = buildResponse(answer, declaredContent(answer, detail, route, context), context);
  }
  return responses;
}

/** Compares as no status, so that an answer to several has nothing of what svckit sends with one. */
const severalStatuses = Number.NaN;

/** An automatic problem as its operation shows it; JSON data. */
interface ShownProblem {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly mediaType: string;
}

function describeProblem(
  problem: AutomaticProblem | undefined,
  route: Route,
  { settings, describe }: OperationContext,
): ShownProblem | undefined {
  if (!problem) return undefined;
  const schema = describe(shownProblem(problemBodies[problem.body], route, settings), 'output');
  return { description: problem.description, schema, mediaType: errorMediaType(route, settings) };
}

/** Everything about a route that one of its responses depends on. */
interface Answer {
  readonly status: number;
  /** What the route declares. */
  readonly detail?: ResponseDetail;
  /** What svckit returns by itself. */
  readonly problem: ShownProblem | undefined;
  /** Without content, as for HEAD. */
  readonly bodiless: boolean;
  readonly sent: SentHeaders;
}

function buildResponse(
  answer: Answer,
  declared: Readonly<Record<string, MediaType>>,
  context: OperationContext,
): ResponseObject {
  const { status, detail, problem, bodiless } = answer;
  const content = { ...declared };
  if (problem) {
    const { schema, mediaType } = problem;
    const known = content[mediaType]?.schema;
    content[mediaType] =
      !known || sameSchema(known, schema) ? describeMedia(schema, context) : { schema: { anyOf: [known, schema] } };
  }
  const headers = buildHeaders(answer, context);
  const hasContent = !bodiless && Object.keys(content).length > 0;
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  const description = !problem ? title : detail ? `${title}. ${problem.description}` : problem.description;
  return {
    description: detail?.description ?? description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(hasContent && { content }),
  };
}

function declaredContent(
  { status, problem }: Pick<Answer, 'status' | 'problem'>,
  { schema, mediaTypes }: ResponseDetail,
  route: Route,
  context: OperationContext,
): Record<string, MediaType> {
  const { settings } = context;
  const describe = (declared: Schema) =>
    context.describe(status >= 400 ? shownProblem(declared, route, settings) : declared, 'output');
  const errorType = errorMediaType(route, settings);
  if (!schema && !mediaTypes) {
    const bare = status === 404 ? NotFound : Problem;
    return status >= 400 && !problem ? { [errorType]: describeMedia(describe(bare), context) } : {};
  }
  if (!schema) return Object.fromEntries(mediaTypes!.map((mediaType) => [mediaType, bytes(mediaType)]));
  const described = describe(schema);
  const isThrown =
    status >= 400 && (problemSchemaOf(route, settings) !== null || isProblem(context.resolve(described)));
  const types = mediaTypes ?? [isThrown ? errorType : 'application/json'];
  return Object.fromEntries(types.map((mediaType) => [mediaType, describeMedia(described, context)]));
}

/** A schema with an example, unless the component that it names has one. */
export function describeMedia(
  schema: JsonSchema,
  { examples, resolve }: Pick<OperationContext, 'examples' | 'resolve'>,
): MediaType {
  const example = examples.of(schema);
  const isReference = '$ref' in schema && resolve(schema).examples !== undefined;
  return { schema, ...(example !== undefined && !isReference && { example }) };
}

/** Bytes need no schema, text is a string (OpenAPI 3.1, section 4.8.14.3). */
function bytes(mediaType: string): MediaType {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {};
}

/** A thrown error becomes problem details; without `renderProblem`, other error schemas describe a returned Response. */
function isProblem({ properties = {} }: JsonSchema): boolean {
  return ['type', 'title', 'status'].every((name) => Object.hasOwn(properties as object, name));
}

const sameSchema = (a: JsonSchema, b: JsonSchema) => JSON.stringify(a) === JSON.stringify(b);

import { STATUS_CODES } from 'node:http';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { ResponseDetail } from '../../routing/declare/route-schemas.js';
import { type AutomaticProblem, automaticProblems } from './automatic-problems.js';
import type { OperationContext } from './operation-context.js';
import type { JsonSchema, MediaType, ResponseObject } from './open-api.js';
import { NotFound, Problem, problemBodies, problemMediaType } from './problem-schemas.js';
import { buildHeaders, type SentHeaders, sentHeaders } from './build-headers.js';

/** Every response of an operation, by status: those declared, and those that svckit sends by itself. */
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
    const [detail, problem] = [declared.get(status), problems.get(status)];
    const answer = { status, problem, bodiless, sent };
    responses[status] = detail
      ? buildResponse({ ...answer, detail }, context)
      : context.share(answer, (facts) => buildResponse(facts, context));
  }
  if (!statuses.some((status) => status >= 400 && status < 500)) {
    responses['431'] = {
      description: 'The request has more header fields than the server reads (RFC 6585, section 5).',
    };
  }
  return responses;
}

/** Everything about a route that one of its responses depends on. */
interface Answer {
  readonly status: number;
  /** What the route declares. */
  readonly detail?: ResponseDetail;
  /** What svckit returns by itself. */
  readonly problem: AutomaticProblem | undefined;
  /** Without content, as for HEAD. */
  readonly bodiless: boolean;
  readonly sent: SentHeaders;
}

function buildResponse(answer: Answer, context: OperationContext): ResponseObject {
  const { status, detail, problem, bodiless } = answer;
  const content = { ...declaredContent(status, detail, problem, context) };
  if (problem) {
    const schema = context.describe(problemBodies[problem.body], 'output');
    const known = content[problemMediaType]?.schema;
    content[problemMediaType] = { schema: !known || sameSchema(known, schema) ? schema : { anyOf: [known, schema] } };
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
  status: number,
  detail: ResponseDetail | undefined,
  problem: AutomaticProblem | undefined,
  context: OperationContext,
): Record<string, MediaType> {
  if (!detail) return {};
  const { schema, mediaTypes } = detail;
  if (!schema && !mediaTypes) {
    const bare = status === 404 ? NotFound : Problem;
    return status < 400 || problem ? {} : { [problemMediaType]: { schema: context.describe(bare, 'output') } };
  }
  if (!schema) return Object.fromEntries(mediaTypes!.map((mediaType) => [mediaType, bytes(mediaType)]));
  const described = context.describe(schema, 'output');
  const example = context.example(described);
  const isReference = '$ref' in described && context.resolve(described).examples !== undefined;
  const media = { schema: described, ...(example !== undefined && !isReference && { example }) };
  const types = mediaTypes ?? [
    status >= 400 && isProblem(context.resolve(described)) ? problemMediaType : 'application/json',
  ];
  return Object.fromEntries(types.map((mediaType) => [mediaType, media]));
}

/** Bytes need no schema, text is a string (OpenAPI 3.1, section 4.8.14.3). */
function bytes(mediaType: string): MediaType {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {};
}

/** A thrown error becomes problem details; other error schemas describe a returned Response. */
function isProblem({ properties = {} }: JsonSchema): boolean {
  return ['type', 'title', 'status'].every((name) => Object.hasOwn(properties as object, name));
}

const sameSchema = (a: JsonSchema, b: JsonSchema) => JSON.stringify(a) === JSON.stringify(b);

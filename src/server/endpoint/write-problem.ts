import type { IncomingMessage } from 'node:http';
import { ChangeError } from '../../changes/change-error.js';
import { UnknownContext } from '../../routing/changes/operation-call.js';
import type { Passage } from '../../routing/changes/passage.js';
import { problemMediaType } from '../../routing/table/problem-schemas.js';
import {
  type ProblemDetails,
  problemSchemaOf,
  renderedProblem,
  shownProblem,
  titleOf,
} from '../../routing/table/error-options.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { fitsOf } from '../../schema/fits.js';
import type { Projection } from '../../schema/node.js';
import { callsOf } from './request-calls.js';
import { holdToSchema, toJson } from './write-answer.js';

export interface WrittenProblem {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** Makes the body of a problem. Throws a TypeError for one that cannot be sent. */
export type WriteProblem = (problem: ProblemDetails, req: IncomingMessage) => WrittenProblem;

interface ProblemParts {
  readonly options: ServiceOptions;
  readonly logger: Logger;
}

/** Writes the problems of a route, or those of requests without one, in the envelope of the service. */
export function problemWriter(
  route: Route | null,
  { options, logger }: ProblemParts,
  passage: Passage | null = null,
): WriteProblem {
  const { renderProblem, responses = 'project' } = options;
  const details = detailsWriter(route, { options, logger }, passage);
  if (!renderProblem) return details;
  const holds = new Map<number, Projection | null>();
  const holdOf = (status: number) => {
    if (!holds.has(status)) {
      const { schema } = responseDetail(route?.responses[status] ?? null);
      const shown = schema ? shownProblem(schema, route, options) : (problemSchemaOf(route, options) ?? undefined);
      holds.set(status, holdToSchema(shown, route, status, responses, logger));
    }
    return holds.get(status)!;
  };
  return (problem, req) => {
    const rendered = renderedProblem(renderProblem, problem, { req, route });
    if (rendered === undefined) return details(problem, req);
    const { contentType, body } = rendered;
    if (typeof body === 'string' || body instanceof Uint8Array) return { status: problem.status, contentType, body };
    const lowered = lowerLookedUp(body, problem.status, { passage, req, route });
    if (!lowered) return details(problem, req);
    return {
      status: lowered.status,
      contentType,
      body: toJson(holdOf(lowered.status)?.(lowered.body) ?? lowered.body),
    };
  };
}

/** Holds the members of a problem to the schema of its status; the standard members (RFC 9457, section 3.1) are always sent. */
function detailsWriter(
  route: Route | null,
  { options: { responses = 'project' }, logger }: ProblemParts,
  passage: Passage | null,
): WriteProblem {
  const holds = new Map<number, Projection | null>();
  for (const [key, entry] of Object.entries(route?.responses ?? {})) {
    const status = Number(key);
    if (status >= 400) holds.set(status, holdToSchema(responseDetail(entry).schema, route, status, responses, logger));
  }
  return (given, req) => {
    const { status, body } = lowerDetails(given, { passage, req, route });
    const hold = holds.get(status);
    if (!hold) return { status, contentType: problemMediaType, body: toJson(body) };
    const { type, title, detail, instance, traceId } = body;
    const members = { type, title, status, detail, instance, traceId, ...(hold(body) as object) };
    return { status, contentType: problemMediaType, body: toJson(members) };
  };
}

/** How a problem reaches the version of its request. */
interface Way {
  readonly passage: Passage | null;
  readonly req: IncomingMessage;
  readonly route: Route | null;
}

interface Lowered<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The body of an error in the shape of the older version. */
const lower = (body: unknown, status: number, { passage, req, route }: Way): Lowered<unknown> =>
  passage?.down
    ? passage.down({ status, headers: {}, body }, callsOf({ req, caller: null, version: route!.version }, passage))
    : { status, body };

/** The same; null where a change needs what is looked up later. */
function lowerLookedUp(body: unknown, status: number, way: Way): Lowered<unknown> | null {
  try {
    return lower(body, status, way);
  } catch (error) {
    if (isEarly(error)) return null;
    throw error;
  }
}

const isEarly = (error: unknown) => error instanceof ChangeError && error.cause instanceof UnknownContext;

/** The same for problem details, whose standard members are kept. A title that names the status follows it. */
function lowerDetails(problem: ProblemDetails, way: Way): Lowered<ProblemDetails> {
  const { type, title, detail, instance, traceId } = problem;
  const standard = { type, title, detail, instance, traceId };
  const { status, body } = lowerDeclared(problem, way) ?? { status: problem.status, body: standard };
  if (body === problem && status === problem.status) return { status, body: problem };
  const lowered = { ...standard, ...(body as object), status };
  return { status, body: lowered.title === titleOf(problem.status) ? { ...lowered, title: titleOf(status) } : lowered };
}

/** null where a change fails on a problem that is not what its status declares, such as one of svckit's own. */
function lowerDeclared(problem: ProblemDetails, way: Way): Lowered<unknown> | null {
  try {
    return lower(problem, problem.status, way);
  } catch (error) {
    if (isEarly(error)) return null;
    const { schema } = responseDetail(way.passage?.responses[problem.status] ?? null);
    if (fitsOf(schema)(problem)) throw error;
    return null;
  }
}

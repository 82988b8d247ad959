import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import {
  type ErrorOptions,
  type ProblemDetails,
  problemSchemaOf,
  type RenderedProblem,
  renderedProblem,
  titleOf,
} from '../../routing/table/error-options.js';
import { problemMediaType } from '../../routing/table/problem-schemas.js';
import type { Route } from '../../routing/table/route.js';

/** A problem as svckit makes it for a request to the route. */
export function sampleProblem(route: Route | null, status: number): ProblemDetails {
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    detail: 'What went wrong this time.',
    instance: route?.path ?? '/',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}

/** What `renderProblem` makes of a problem offline; undefined where it leaves problem details. Throws what it throws. */
export function renderSample(
  { renderProblem }: ErrorOptions,
  route: Route | null,
  problem: ProblemDetails,
): RenderedProblem | undefined {
  const req = Object.assign(new IncomingMessage(new Socket()), {
    method: route?.method ?? 'GET',
    url: problem.instance,
  });
  return renderProblem && renderedProblem(renderProblem, problem, { req, route });
}

/** The media type of a route's errors, learned from one example. */
export function errorMediaType(route: Route, options: ErrorOptions): string {
  if (!options.renderProblem || !problemSchemaOf(route, options)) return problemMediaType;
  try {
    const { contentType = problemMediaType } = renderSample(options, route, sampleProblem(route, 500)) ?? {};
    return contentType.split(';')[0]!.trim().toLowerCase();
  } catch {
    return 'application/json';
  }
}

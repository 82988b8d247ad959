import type { Passage } from '../../routing/changes/passage.js';
import { routeSteps } from '../../routing/matching/route-steps.js';
import { HttpError } from '../../routing/table/http-error.js';
import { validationStatusOf } from '../../routing/table/error-options.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Exchange } from './exchange.js';
import { throughChanges } from './through-changes.js';
import { validationStep } from './validation-step.js';

/** What validation reads of a request. */
export interface ReadRequest {
  /** Path and query. */
  readonly url: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The path's parameters by position, decoded. */
  readonly pathValues: readonly string[];
  readonly body: Buffer;
}

/** Whether the schemas of a route accept a request, as the running server would decide; runs no handler. */
export function requestAcceptance(
  route: Route,
  passage: Passage | null,
  options: ServiceOptions,
): (request: ReadRequest) => Promise<boolean> {
  const parts = routeSteps(route, options).flatMap((step) => (step.name === 'validation' ? step.parts : []));
  const validate = validationStep(parts, route, options, passage?.schemas);
  const raise = passage ? throughChanges(() => undefined, passage, route, validationStatusOf(route, options)) : null;
  return async ({ url, headers, pathValues, body }) => {
    const exchange = { req: { url, headers }, pathValues, rawBody: body } as unknown as Exchange;
    try {
      await validate(exchange);
      await raise?.(exchange);
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  };
}

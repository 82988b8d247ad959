import type { BodyKind } from '../../routing/declare/bodies.js';
import type { Passage } from '../../routing/changes/passage.js';
import { routeSteps } from '../../routing/matching/route-steps.js';
import { HttpError } from '../../routing/table/http-error.js';
import { validationStatusOf } from '../../routing/table/error-options.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { bodyReader } from '../bodies/body-readers.js';
import { Clients } from '../request/clients.js';
import { LargeBodies } from '../request/large-bodies.js';
import { Turns } from '../request/turns.js';
import type { Exchange, Step } from './exchange.js';
import { LastWords } from './last-words.js';
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

/** The forms of a body that are read whole before they are validated. */
const wholeBodies: ReadonlySet<BodyKind> = new Set(['json', 'form', 'text', 'bytes', 'several']);

/** Reads and validates the requests of a route, whose bytes their exchanges have; null where its bodies are streams. */
export function requestReader(route: Route, passage: Passage | null, options: ServiceOptions): Step | null {
  const { body: form, schemas } = route;
  if (form !== null && !wholeBodies.has(form.kind)) return null;
  const steps = routeSteps(route, options);
  const parts = steps.flatMap((step) => (step.name === 'validation' ? step.parts : []));
  const read = steps.find((step) => step.name === 'body');
  const schema = passage?.schemas.body ?? schemas.body ?? null;
  const clients = new Clients(options.trustProxy);
  const turns = new Turns(clients);
  const largeBodies = new LargeBodies(clients, turns);
  const reader =
    form && read
      ? bodyReader({ form, schema, limit: read.limit, isKeyed: false, route, options, turns, largeBodies })
      : null;
  return validationStep(parts, route, options, passage?.schemas ?? {}, reader);
}

/** Whether the schemas of a route accept a request, as the running server would decide; runs no handler. null where its bodies are streams. */
export function requestAcceptance(
  route: Route,
  passage: Passage | null,
  options: ServiceOptions,
): ((request: ReadRequest) => Promise<boolean>) | null {
  const validate = requestReader(route, passage, options);
  if (!validate) return null;
  const words = new LastWords(route, validationStatusOf(route, options));
  // What a change looks up for a running service is not known here.
  const raise = passage?.lookUps.length === 0 ? throughChanges(() => undefined, passage, route, words) : null;
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

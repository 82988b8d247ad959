import { STATUS_CODES } from 'node:http';
import type { Passage } from '../../routing/changes/passage.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import type { Logger, ResponseMode } from '../../routing/table/service-options.js';
import { findMisfits } from '../../schema/find-misfits.js';
import { type Projection, projectionOf } from '../../schema/project.js';

/** Makes the body of an answer from a value. */
export type Write = (value: unknown) => string | Uint8Array;

/** The body of a route's success, held to its schema as `mode` says; what is not JSON is sent as it is. */
export function successWriter(route: Route, json: boolean, mode: ResponseMode, logger: Logger): Write {
  if (!json) return toRaw;
  const hold = holdToSchema(route, route.status, mode, logger);
  return hold ? (value) => toJson(hold(value)) : toJson;
}

/** A problem as it is sent. */
export interface WrittenProblem {
  readonly status: number;
  readonly body: string;
}

export type WriteProblem = (status: number, problem: object) => WrittenProblem;

/** Holds the members of a problem to the schema of its status; the standard members (RFC 9457, section 3.1) are always sent. */
export function problemWriter(route: Route, mode: ResponseMode, logger: Logger, passage: Passage | null): WriteProblem {
  const holds = new Map<number, Projection | null>();
  for (const status of Object.keys(route.responses).map(Number))
    if (status >= 400) holds.set(status, holdToSchema(route, status, mode, logger));
  return (given, problem) => {
    const { status, body } = lowerProblem(passage, given, problem);
    const hold = holds.get(status);
    if (!hold) return { status, body: toJson(body) };
    const { type, title, detail, instance, traceId } = body as Record<string, unknown>;
    return { status, body: toJson({ type, title, status, detail, instance, traceId, ...(hold(body) as object) }) };
  };
}

/** A problem in the shape of the older version; its standard members are kept. */
function lowerProblem(passage: Passage | null, given: number, problem: object): { status: number; body: object } {
  if (!passage?.down || !passage.statuses.has(given)) return { status: given, body: problem };
  const lowered = passage.down({ status: given, headers: {}, body: problem });
  const { type, title, detail, instance, traceId } = problem as Record<string, unknown>;
  const { status } = lowered;
  const own = { type, title: status === given ? title : STATUS_CODES[status], status, detail, instance, traceId };
  return { status, body: { ...own, ...(lowered.body as object), status } };
}

function holdToSchema(route: Route, status: number, mode: ResponseMode, logger: Logger): Projection | null {
  const { schema } = responseDetail(route.responses[status] ?? null);
  if (schema === undefined || mode === 'off') return null;
  const project = projectionOf(schema);
  if (mode === 'project') return project;
  const name = `${handlerName(route)}${route.version === null ? '' : ` (version ${route.version})`}`;
  let reported = false;
  return (value) => {
    const { wrong, surplus } = findMisfits(schema, value);
    if (wrong.length > 0) {
      const places = wrong.map(({ pointer, message }) => `${pointer || 'the body'}: ${message}`).join('; ');
      throw new TypeError(`The answer ${status} of ${name} does not fit its schema: ${places}.`);
    }
    if (surplus.length > 0 && !reported) {
      reported = true;
      logger.warn(`${name} returns members that its schema for ${status} does not declare; they are not sent`, {
        members: surplus,
      });
    }
    return project ? project(value) : value;
  };
}

export function toJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`A handler returned ${typeof value}, which is not JSON.`);
  return text;
}

function toRaw(value: unknown): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  throw new TypeError('A handler whose success is not JSON must return a string, bytes or a Web Response.');
}

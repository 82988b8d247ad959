import type { Schema } from '../../schema/standard-schema.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ResponseMode } from '../../routing/table/service-options.js';
import { findMisfits, type Misfit } from '../../schema/find-misfits.js';
import { projectionOf } from '../../schema/project.js';
import type { Projection } from '../../schema/node.js';

/** Makes the body of an answer from a value. */
export type Write = (value: unknown) => string | Uint8Array;

/** The body of a route's success, held to its schema as `mode` says; what is not JSON is sent as it is. */
export function successWriter(route: Route, json: boolean, mode: ResponseMode, logger: Logger): Write {
  if (!json) return toRaw;
  const { schema } = responseDetail(route.responses[route.status] ?? null);
  const hold = holdToSchema(schema, route, route.status, mode, logger);
  return hold ? (value) => toJson(hold(value)) : toJson;
}

/** Makes a value fit for sending as the schema of its answer says; null where it is sent as it is. `route` is null for errors without one. */
export function holdToSchema(
  schema: Schema | undefined,
  route: Route | null,
  status: number,
  mode: ResponseMode,
  logger: Logger,
): Projection | null {
  if (schema === undefined || mode === 'off') return null;
  const project = projectionOf(schema);
  const name = route === null ? 'requests without a route' : nameOf(route);
  const refuse = (wrong: readonly Misfit[]) => {
    const places = wrong.map(({ pointer, message }) => `${pointer || 'the body'}: ${message}`).join('; ');
    return new TypeError(`The answer ${status} of ${name} does not fit its schema: ${places}.`);
  };
  if (mode === 'project') return project && explaining(project, schema, refuse);
  let reported = false;
  return (value) => {
    const { wrong, surplus } = findMisfits(schema, value);
    if (wrong.length > 0) throw refuse(wrong);
    if (surplus.length > 0 && !reported) {
      reported = true;
      logger.warn(`${name} returns members that its schema for ${status} does not declare; they are not sent`, {
        members: surplus,
      });
    }
    return project ? project(value) : value;
  };
}

/** A projection whose error says where the value does not fit. */
function explaining(project: Projection, schema: Schema, refuse: (wrong: readonly Misfit[]) => Error): Projection {
  return (value) => {
    try {
      return project(value);
    } catch (error) {
      const { wrong } = findMisfits(schema, value);
      throw wrong.length > 0 ? refuse(wrong) : error;
    }
  };
}

const nameOf = (route: Route) => `${handlerName(route)}${route.version === null ? '' : ` (version ${route.version})`}`;

export function toJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`A handler returned ${typeof value}, which is not JSON.`);
  return text;
}

function toRaw(value: unknown): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  throw new TypeError('A handler whose success is not JSON must return a string, bytes or a Web Response.');
}

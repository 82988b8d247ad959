import { answersOf, responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { partNames } from '../../routing/declare/request-parts.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Direction } from './open-api.js';

export interface SchemaUse {
  readonly schema: Schema;
  readonly io: Direction;
  readonly role: string;
  /** Of the response that it is the body of; null for anything else, and for a response to several statuses. */
  readonly status: number | null;
}

const known = new WeakMap<Route['responses'], readonly [Route['schemas'], readonly SchemaUse[]]>();

/** Every schema of a route, with its use; versions of an operation share what they have in common. */
export function schemasOf(route: Route): readonly SchemaUse[] {
  const { schemas, responses } = route;
  const [own, found] = known.get(responses) ?? [];
  if (found && own === schemas) return found;
  const uses = [...usesOfRequest(schemas), ...usesOfResponses(route)];
  known.set(responses, [schemas, uses]);
  return uses;
}

const usesOfRequest = (schemas: Route['schemas']): readonly SchemaUse[] =>
  partNames.flatMap((part) => {
    const schema = schemas[part];
    const role = `${part[0]!.toUpperCase()}${part.slice(1)}`;
    return schema ? [{ schema, io: 'input', role, status: null }] : [];
  });

const usesOfResponses = (route: Route): readonly SchemaUse[] =>
  answersOf(route).flatMap(([status, entry]) => {
    const { schema, headers = {} } = responseDetail(entry);
    const one = Number(status);
    const use = { io: 'output', role: 'Response', status: Number.isNaN(one) ? null : one } as const;
    const body = schema ? [{ schema, ...use }] : [];
    const others = Object.values(headers).map(
      (header) => ({ schema: header, io: 'output', role: 'Header', status: null }) as const,
    );
    return [...body, ...others];
  });

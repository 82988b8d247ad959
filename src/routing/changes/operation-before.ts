import type { $ZodType } from 'zod/v4/core';
import { accessFault, type AccessBefore } from './access-before.js';
import { describeValue, requireFunctions, requireOptions } from '../../changes/read-arguments.js';
import { type Body, bodyParts, isBody } from '../declare/bodies.js';
import { partNames } from '../declare/request-parts.js';
import { responseDetail } from '../table/responses.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { type Method, methods } from '../declare/method.js';
import { isResponse, isStatus } from '../declare/read-verb.js';
import { type DeclaredLosses, type Losses, readLosses } from '../../changes/reshape.js';
import type { ApiDocOptions } from '../declare/route-facts.js';
import type { RouteSchemas } from '../declare/route-schemas.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';

/**
 * The operation in the version before; omitted parts are unchanged. Schemas are named in their newest form: what this version or a
 * newer one reshapes in them is shown as the version before had it.
 */
export interface OperationBefore {
  /** Relative to the controller. */
  readonly path?: string;
  readonly method?: Method;
  /** The success status. */
  readonly status?: number;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly cookies?: Schema;
  readonly body?: Schema | Body;
  readonly response?: RouteSchemas['response'];
  /** Who might call it, where that changed. */
  readonly access?: AccessBefore;
  /** What its documents said; omitted members are unchanged. */
  readonly doc?: ApiDocOptions;
}

/** The schemas that it names. */
export function treesIn({ body, response, ...before }: OperationBefore): readonly $ZodType[] {
  const answers = isSchema(response)
    ? [response]
    : Object.values(response ?? {}).map((entry) => responseDetail(entry).schema);
  const parts = partNames.map((part) => (part === 'body' ? body && bodyParts(body).schema : before[part]));
  return [...parts, ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}

/** One of several older operations, with the converters that it has of its own. */
export interface ReadBefore {
  readonly before: OperationBefore;
  readonly up?: unknown;
  readonly down?: unknown;
  readonly loses?: DeclaredLosses;
}

/** What a part may be. */
interface Part {
  /** What is wrong with it, after its name: ` is 5`, `.roles is an empty list`; null for nothing. */
  readonly fault: (part: unknown) => string | null;
  readonly write: string;
}

const unless =
  (passes: (part: unknown) => boolean): Part['fault'] =>
  (part) =>
    passes(part) ? null : ` is ${describeValue(part)}`;

const schema: Part = {
  fault: unless(isSchema),
  write: 'a schema, such as z.object({ … })',
};

/** A missing part does not compile. */
const parts: Readonly<Record<keyof OperationBefore, Part>> = {
  path: {
    fault: unless((path) => typeof path === 'string'),
    write: "a path below the controller's, such as ':id'",
  },
  method: {
    fault: unless((method) => methods.some((known) => known === method)),
    write: `one of ${methods.join(', ')}`,
  },
  status: { fault: unless(isStatus), write: 'a success status, such as 202' },
  params: schema,
  query: schema,
  headers: schema,
  cookies: schema,
  body: {
    fault: unless((part) => isSchema(part) || isBody(part)),
    write: 'a schema, such as z.object({ … }), or a form of body, such as form(…)',
  },
  response: {
    fault: unless(isResponse),
    write: 'a schema, or a map of schemas by status',
  },
  access: {
    fault: accessFault,
    write:
      "roles, security or throttle, such as { roles: ['admin'] } or { throttle: { limit: 100, windowSeconds: 60 } }",
  },
  doc: {
    fault: unless((doc) => typeof doc === 'object' && doc !== null),
    write: "an object, such as { summary: '…' }",
  },
};

const example = "operation(() => UsersController, 'list', { before: { path: 'all' } })";
const several = "before: [{ path: 'first-name', method: 'PUT', up: … }, { path: 'last-name', method: 'PUT', up: … }]";

/** What `before` names, in its order: one older operation, or a list of them. Throws a TypeError for anything else. */
export function readBefore(before: unknown): readonly [ReadBefore, ...ReadBefore[]] {
  if (!Array.isArray(before)) return [{ before: readParts(before, 'operation(): before', []) }];
  const [first, ...others] = before.map((entry: unknown, index) => readEntry(entry, index));
  if (first) return [first, ...others];
  throw new TypeError(`operation(): before is an empty list. Write the older operations, such as ${several}.`);
}

function readEntry(entry: unknown, index: number): ReadBefore {
  const form = `operation(): entry ${index + 1} of before`;
  const { up, down, loses, ...before } = readParts(entry, form, ['up', 'down', 'loses']) as OperationBefore & {
    readonly up?: unknown;
    readonly down?: unknown;
    readonly loses?: Losses;
  };
  requireFunctions({ up, down }, ['up', 'down'], form);
  return {
    before: Object.freeze(before),
    ...(up !== undefined && { up }),
    ...(down !== undefined && { down }),
    ...(loses !== undefined && { loses: readUpdateLosses(loses) }),
  };
}

/** What an older client overwrites, as an operation declares it. */
export const readUpdateLosses = (loses: Losses) => readLosses(loses, ['update'], "loses: { update: ['tags'] }");

function readParts(given: unknown, form: string, others: readonly string[]): OperationBefore {
  const name = form.replace('operation(): ', '');
  requireOptions(given, [...Object.keys(parts), ...others], form, others.length === 0 ? example : several);
  const before = given as OperationBefore;
  for (const part of Object.keys(parts) as (keyof OperationBefore)[]) {
    const fault = before[part] === undefined ? null : parts[part].fault(before[part]);
    if (fault !== null) throw new TypeError(`operation(): ${name}.${part}${fault}. Write ${parts[part].write}.`);
  }
  return Object.freeze({ ...before });
}

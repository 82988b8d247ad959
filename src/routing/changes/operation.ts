import { describeValue, isText, requireFunctions, requireOptions } from './read-arguments.js';
import type { Class } from '../../wiring/metadata.js';
import { type Method, methods } from '../declare/method.js';
import type { ApiDocOptions } from '../declare/route-facts.js';
import { type Body, isBody } from '../declare/bodies.js';
import type { RouteSchemas } from '../declare/route-schemas.js';
import { isResponse, isStatus } from '../declare/read-verb.js';
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
  /** What its documents said; omitted members are unchanged. */
  readonly doc?: ApiDocOptions;
}

/** The parts of a request, parsed. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly cookies: unknown;
  readonly body: unknown;
}

/** An answer before it is sent. */
export interface AnswerParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface OperationOptions {
  readonly before: OperationBefore;
  /** Converts an older request, after the reshapes of this version: what `before` names is in its newer form. */
  readonly up?: (request: RequestParts) => Partial<RequestParts>;
  /** Converts an answer, before the reshapes of this version: it returns what `before` names in its newer form. */
  readonly down?: (answer: AnswerParts) => Partial<AnswerParts>;
}

/** What changed of one operation, beyond a schema. */
export interface OperationChange {
  /** The class that declares the handler. */
  readonly controller: () => Class;
  readonly handler: string;
  readonly before: OperationBefore;
  /** Converts an older request. */
  readonly up: OperationOptions['up'] | null;
  /** Converts an answer to its older form. */
  readonly down: OperationOptions['down'] | null;
}

const brand = Symbol.for('svckit.operation');
const example = "operation(() => UsersController, 'list', { before: { path: 'all' } })";

const schema = { passes: isSchema, write: 'a schema, such as z.object({ … })' };

/** What each part may be; a missing one does not compile. */
const parts: Readonly<
  Record<keyof OperationBefore, { readonly passes: (part: unknown) => boolean; readonly write: string }>
> = {
  path: { passes: (path) => typeof path === 'string', write: "a path below the controller's, such as ':id'" },
  method: { passes: (method) => methods.some((known) => known === method), write: `one of ${methods.join(', ')}` },
  status: { passes: isStatus, write: 'a success status, such as 202' },
  params: schema,
  query: schema,
  headers: schema,
  cookies: schema,
  body: {
    passes: (part) => isSchema(part) || isBody(part),
    write: 'a schema, such as z.object({ … }), or a form of body, such as form(…)',
  },
  response: { passes: isResponse, write: 'a schema, or a map of schemas by status' },
  doc: { passes: (doc) => typeof doc === 'object' && doc !== null, write: "an object, such as { summary: '…' }" },
};

export function isOperation(value: unknown): value is OperationChange {
  return typeof value === 'object' && value !== null && brand in value;
}

function requireTarget(controller: unknown, handler: unknown): void {
  if (typeof controller !== 'function' || /^class\b/.test(Function.prototype.toString.call(controller)))
    throw new TypeError(`operation() takes a function that returns the controller. Write ${example}.`);
  if (!isText(handler))
    throw new TypeError(
      `operation(): the handler is ${describeValue(handler)}. Write the name of a method: ${example}.`,
    );
}

function requireBefore(before: OperationBefore): void {
  requireOptions(before, Object.keys(parts), 'operation(): before', example);
  for (const name of Object.keys(parts) as (keyof OperationBefore)[])
    if (before[name] !== undefined && !parts[name].passes(before[name]))
      throw new TypeError(`operation(): before.${name} is ${describeValue(before[name])}. Write ${parts[name].write}.`);
}

/** Names an operation by its controller, given as a function because controllers import from the file that names them, and its handler. */
export function operation<Controller extends Class>(
  controller: () => Controller,
  handler: Extract<keyof InstanceType<Controller>, string>,
  options: OperationOptions,
): OperationChange {
  requireTarget(controller, handler);
  requireOptions(options, ['before', 'up', 'down'], 'operation()', example);
  requireFunctions(options, ['up', 'down'], 'operation()');
  const { before, up, down } = options;
  requireBefore(before);
  return Object.freeze({
    [brand]: true,
    controller,
    handler,
    before: Object.freeze({ ...before }),
    up: up ?? null,
    down: down ?? null,
  });
}

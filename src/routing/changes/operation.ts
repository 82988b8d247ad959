import type { Class } from '../../wiring/metadata.js';
import type { Method } from '../table/route.js';
import type { ApiDocOptions } from '../declare/declaration.js';
import type { ResponseEntry, RouteSchemas } from '../declare/route-schemas.js';
import type { Schema } from '../declare/schema.js';

/** The operation in the version before; omitted parts are unchanged. */
export interface OperationBefore {
  /** Relative to the controller. */
  readonly path?: string;
  readonly method?: Method;
  /** The success status. */
  readonly status?: number;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
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
  readonly up?: (request: RequestParts) => Partial<RequestParts>;
  readonly down?: (answer: AnswerParts) => Partial<AnswerParts>;
}

/** What changed of one operation, beyond a schema. */
export interface OperationChange {
  readonly controller: () => Class;
  readonly handler: string;
  readonly before: OperationBefore;
  readonly up: OperationOptions['up'] | null;
  readonly down: OperationOptions['down'] | null;
}

/** Names an operation by its controller, given as a function because controllers import from the file that names them, and its handler. */
export function operation<Controller extends Class>(
  controller: () => Controller,
  handler: Extract<keyof InstanceType<Controller>, string>,
  { before, up, down }: OperationOptions,
): OperationChange {
  return Object.freeze({
    controller,
    handler,
    before: Object.freeze({ ...before }),
    up: up ?? null,
    down: down ?? null,
  });
}

export type { ResponseEntry };

import type { $ZodType } from 'zod/v4/core';
import type { BodyForm } from '../declare/bodies.js';
import type { RequestPart } from '../declare/request-parts.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Change } from '../../changes/change.js';
import type { Hop } from '../../changes/hop.js';
import type { RequestParts } from './operation.js';
import type { Calls, ContextSource } from './operation-call.js';
import type { Lower, Raise } from './operation-conversions.js';
import type { NamedOperation, OperationShape } from './operation-stage.js';
import type { PagedList } from './paged-list.js';

/** How requests of an older version reach a handler, and how its answers return. */
export interface Passage {
  /** The success status of the handler's own version. */
  readonly status: number;
  /** What the handler's own version declares. */
  readonly responses: OperationShape['responses'];
  /** The headers that the handler's own version declares for a success. */
  readonly headers: readonly string[];
  /** How the handler's own version takes the body. */
  readonly body: BodyForm | null;
  /** The schema of the body in the handler's own version. */
  readonly bodySchema: Schema | null;
  /** The schemas that validate a request, when they differ from the documents. */
  readonly schemas: Readonly<Partial<Record<RequestPart, Schema>>>;
  /** Converts the parsed parts of a request to the newest shape; null when nothing changes them. */
  readonly up: ((request: RequestParts, calls: Calls) => RequestParts) | null;
  /** The last word of the newest schema of each part that a change may have converted. */
  readonly finish: Readonly<Partial<Record<RequestPart, $ZodType>>>;
  /** Converts an answer to the older shape, except in statuses that no version declares; null when nothing changes it. */
  readonly down: Lower | null;
  /** The versions on the way, newest first, where only changes of schemas are on it; null where one of the operation itself is. */
  readonly hops: readonly Hop[] | null;
  /** What changes look up for each request. */
  readonly lookUps: readonly LookUp[];
  /** The same way in legs, between which lists are made of pages; null where none is. */
  readonly collecting: Collecting | null;
}

/** A way on which lists are made of pages, the leg of the requested version first. */
export interface Collecting {
  /** One more than there are lists. */
  readonly legs: readonly Leg[];
  readonly lists: readonly PagedList[];
}

/** A part of the way; `raise` gets what the requested version's schemas parsed as well. */
interface Leg {
  readonly raise: Raise | null;
  readonly lower: Lower | null;
}

/** Something that a change looks up for a request. */
export interface LookUp extends ContextSource {
  /** The version that made the change. */
  readonly version: string;
  readonly change: Change;
}

/** A change that an operation goes through on the way to a version. */
export interface AppliedChange {
  /** The version that made it. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  readonly change: Change;
  /** How many items a list may have that it makes of pages; null where it makes none. */
  readonly collects: number | null;
  /** Whether it looks something up for each request. */
  readonly looksUp: boolean;
  /** Whether the older operation asks for another access. */
  readonly asksOthers: boolean;
  /** The newer operation, where the change gives the older one another path, method or status; else null. */
  readonly moves: OperationShape | null;
}

/** An operation in a version, and the way from there to its handler. */
export interface OlderOperation {
  readonly shape: OperationShape;
  readonly passage: Passage | null;
  readonly changes: readonly AppliedChange[];
  /** What changed of the operation itself, the newest first. */
  readonly operations: readonly NamedOperation[];
  /** What distinguishes its operationId from those of the other operations that its handler serves in the version; empty for the first of them. */
  readonly suffix: string;
}

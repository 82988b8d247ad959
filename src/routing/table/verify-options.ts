import type { Awaitable } from '../awaitable.js';

/** An answer of one operation gives a value to another. */
export interface SeedLink {
  /** The operation that answers: its operationId, or `POST /orders`. */
  readonly from: string;
  /** A runtime expression of OpenAPI 3.1 (section 4.8.20.4): `$response.body#/id`, `$response.header.Location`. */
  readonly take: string;
  /** What the value is for: `getOrder.id`, `payOrder.body#/orderId`. */
  readonly to: string;
}

/** What a `before` hook prepares. */
export interface Prepared {
  /** Sent with every request, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside those of the seeds. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Values that exist in a running service, so that requests of `svc verify` find something. */
export interface VerifySeeds {
  /** By `parameter`, `operation.parameter`, `operation.body` or `operation.body#/member`: a value, or a list of choices. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Called once before the first request, with `--write` only. */
  readonly before?: (service: { readonly url: string; readonly fetch: typeof fetch }) => Awaitable<Prepared | void>;
  readonly links?: readonly SeedLink[];
}

/** A difference between two builds that is meant. */
export interface IgnoredDifference {
  /** An operationId, or `GET /books`; absent for every operation. */
  readonly operation?: string;
  /** `status`, `header Location`, `body`, or a JSON pointer in which an item of a list is a star, with everything inside. */
  readonly at: string;
  /** Why it is meant, for reports. */
  readonly reason: string;
}

/** How `svc verify` tries a running service. */
export interface VerifyOptions {
  readonly seeds?: VerifySeeds;
  /** What `svc verify --against` does not report. */
  readonly ignore?: readonly IgnoredDifference[];
}

/** Where the value of a seed goes. */
export interface SeedTarget {
  /** null for every operation. */
  readonly operation: string | null;
  readonly name: string;
  /** A place in the body; null for a parameter. */
  readonly pointer: string | null;
}

/** Reads `getOrder.id`, `POST /orders.body#/items/0`, `id`. */
export function readSeedTarget(text: string): SeedTarget {
  const [, front = '', pointer] = /^(.*?)(?:\.body(?:#(\/.*)?)?)?$/s.exec(text)!;
  if (front !== text) return { operation: front, name: 'body', pointer: pointer ?? '' };
  const dot = text.lastIndexOf('.');
  return dot < 1
    ? { operation: null, name: text, pointer: null }
    : { operation: text.slice(0, dot), name: text.slice(dot + 1), pointer: null };
}

/** What a runtime expression takes from an answer: a header in lower case, or a JSON pointer into the body; null for any other text. */
export function readTake(expression: string): { readonly header: string } | { readonly pointer: string } | null {
  const header = /^\$response\.header\.([!#$%&'*+\-.^_`|~\w]+)$/i.exec(expression)?.[1];
  if (header !== undefined) return { header: header.toLowerCase() };
  const body = /^\$response\.body(?:#(\/.*)?)?$/s.exec(expression);
  return body ? { pointer: body[1] ?? '' } : null;
}

import type { Awaitable } from '../awaitable.js';
import type { RouteCall } from './observing-options.js';
import type { ListedRoute } from './route.js';

/**
 * Who calls: caller, by its id; key, by the hash of a key that a guard accepted; address, of a client; custom, as `usage.consumer` named it;
 * other, everybody beyond the limit.
 */
export type ConsumerKind = 'caller' | 'key' | 'address' | 'custom' | 'other';

/** The calls of one consumer to one operation. */
export interface UsageCount {
  /** null: an operation without versions. */
  readonly version: string | null;
  /** `GET /users/{id}`, and `GET /users/{id} +tags-2026-11` for calls with a preview on. */
  readonly operation: string;
  readonly kind: ConsumerKind;
  readonly consumer: string;
  /** `2027-03-01`, in UTC; null for the sum of all days. */
  readonly day: string | null;
  /** Those that were refused included. */
  readonly calls: number;
  /** How many met a brownout or a sunset. */
  readonly refused: number;
  /** Milliseconds since 1970, as `last`. */
  readonly first: number;
  readonly last: number;
  /** How many calls sent each deprecated member of the request: `{ 'query.page': 3 }`. */
  readonly members: Readonly<Record<string, number>>;
}

/** What calls of a route are counted as: those with previews on count apart. */
export const countedOperation = ({ method, path, previews = [] }: Pick<ListedRoute, 'method' | 'path' | 'previews'>) =>
  [`${method} ${path}`, ...previews.map((name) => `+${name}`)].join(' ');

/** The operation of a count, whatever previews were on: `GET /users/{id}`. */
export const operationOfCount = ({ operation }: Pick<UsageCount, 'operation'>): string => operation.split(' +')[0]!;

/** Counts that one process adds once, however often it tries. Each has a day, and no two the same version, operation, consumer and day. */
export interface UsageBatch {
  /** The process. */
  readonly writer: string;
  /** Grows with each batch of a writer. */
  readonly sequence: number;
  readonly counts: readonly UsageCount[];
}

/** Which counts to read; an omitted member lets everything through. */
export interface UsageFilter {
  readonly version?: string | undefined;
  readonly operation?: string | undefined;
  readonly kind?: ConsumerKind | undefined;
  readonly consumer?: string | undefined;
  /** The first day. */
  readonly since?: string | undefined;
  /** A count for each day instead of one for all. */
  readonly byDay?: boolean | undefined;
}

/** Counts, and since when there are any. */
export interface UsageReading {
  /** When counting began, in milliseconds since 1970, whatever the filter; null before the first call. */
  readonly since: number | null;
  readonly counts: readonly UsageCount[];
}

/** Keeps counts of calls for all processes of a service. */
export interface UsageStore {
  /** Adds a batch, unless it holds this one or a later one of its writer. */
  add(batch: UsageBatch): Awaitable<void>;
  /** The counts that the filter lets through, of all processes. */
  read(filter: UsageFilter): Awaitable<UsageReading>;
  /** Whether this call is the first with this notice. Used where `lifecycle` has no store: a failed notice ends with the process that claimed it. */
  claim?(notice: string): Awaitable<boolean>;
}

/** How calls are counted, where counts are kept, and who may read them. */
export interface UsageOptions {
  /** Names who calls; null leaves it to svckit: the caller's id, else a key that a guard accepted, hashed, else the address. */
  readonly consumer?: (call: RouteCall) => string | null | undefined;
  /** In memory by default, for this process alone. */
  readonly store?: UsageStore;
  /** Who may read all of it at `usage`; admin by default. */
  readonly roles?: readonly string[];
}

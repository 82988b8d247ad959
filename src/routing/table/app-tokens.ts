import { token } from '../../wiring/token.js';
import type { GuardInput } from '../declare/guard.js';
import type { Passage } from '../changes/passage.js';
import type { PreviewTable } from './preview-table.js';
import type { Route } from './route.js';
import type { Logger } from './logger.js';
import type { ConsumerKind, UsageFilter, UsageReading } from './usage.js';

/** Injects the route table: the routes of the released versions, and of no version. */
export const ROUTES = token<readonly Route[]>('ROUTES');

/** Injects the routes of what is not released, as far as requests may name it. */
export const NEXT_ROUTES = token<readonly Route[]>('NEXT_ROUTES');

/** Injects what requests get that name previews; null where none is declared. */
export const PREVIEWS = token<PreviewTable | null>('PREVIEWS');

/** Injects how requests of a route reach its handler, and how answers return; null for the handler's own version. */
export const PASSAGES = token<(route: Route) => Passage | null>('PASSAGES');

/** The state of the app, for readiness reports. */
export interface AppState {
  /** Closing: still answering, and about to stop. */
  readonly draining: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Injects the state of the app itself, for readiness reports. */
export const APP_STATE = token<AppState>('APP_STATE');

/** Injects the logger of the app: the option `logger`, or the console. */
export const APP_LOGGER = token<Logger>('APP_LOGGER');

/** Makes the text of an app's metrics. */
export interface MetricsSource {
  read(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

/** Injects the metrics of the app itself. */
export const METRICS = token<MetricsSource>('METRICS');

/** Counts of calls, those that are not yet in the store included. */
export interface UsageSource {
  /** The counts that the filter lets through. */
  read(filter?: UsageFilter): Promise<UsageReading>;
  /** Who makes a request. */
  consumerOf(input: GuardInput): { readonly kind: ConsumerKind; readonly consumer: string };
}

/** Injects the usage of an app with the option `usage`. */
export const USAGE = token<UsageSource>('USAGE');

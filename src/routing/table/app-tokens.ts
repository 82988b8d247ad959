import { token } from '../../wiring/token.js';
import type { Route } from './route.js';

/** Injects the route table. */
export const ROUTES = token<readonly Route[]>('ROUTES');

export interface AppState {
  /** Closing: still answering, and about to stop. */
  readonly draining: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Injects the state of the app itself, for readiness reports. */
export const APP_STATE = token<AppState>('APP_STATE');

/** Makes the text of an app's metrics. */
export interface MetricsSource {
  read(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

/** Injects the metrics of the app itself. */
export const METRICS = token<MetricsSource>('METRICS');

import type { IncomingMessage } from 'node:http';
import type { RegisteredCaller } from '../declare/route-schemas.js';
import type { Route } from './route.js';

/** A request at a declared route. */
export interface RouteCall {
  readonly req: IncomingMessage;
  readonly route: Route;
  /** The version that answers; null where the address has none. */
  readonly version: string | null;
  /** null until authentication has run, and without a signed-in caller. */
  readonly caller: RegisteredCaller | null;
  /** 32 hexadecimal digits (W3C Trace Context, section 3.2.2.3). */
  readonly traceId: string;
}

/**
 * Runs around a declared route. `next` runs the route and resolves to the status of its answer, once the handler has settled and the answer
 * is sent; it does not reject when the route fails. Throwing before `next` refuses the request.
 */
export type Around = (call: RouteCall, next: () => Promise<number>) => unknown;

/** The part of a pino logger that the access log uses. */
export interface AccessLogger {
  /** Writes one line with these fields. */
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** Where the lines of the access log go: to a pino logger, to anything that takes text, or to standard output. */
export interface AccessLogOptions {
  readonly logger?: AccessLogger;
  readonly destination?: {
    /** Takes one line, with its line break. */
    write(line: string): void;
  };
}

/** The part of a prom-client registry that the metrics use. */
export interface MetricsRegistry {
  readonly contentType: string;
  /** The text that is served. */
  metrics(): Promise<string>;
  /** Every metric with its values. */
  getMetricsAsJSON(): Promise<readonly object[]>;
  /** The metric of a name, if there is one. */
  getSingleMetric(name: string): object | undefined;
  /** Adds a metric. */
  registerMetric(metric: object): void;
}

/** Where metrics are served, and to whom. */
export interface MetricsOptions {
  /** Below the prefix; `metrics` by default. */
  readonly path?: string;
  /** Metrics of your own beside those of the app; a new OpenMetrics registry by default. */
  readonly registry?: MetricsRegistry;
  /** Who may read them; everybody by default. */
  readonly roles?: readonly string[];
}

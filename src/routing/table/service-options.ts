import type { Awaitable } from '../awaitable.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CorsOptions } from './cors-options.js';
import type { HelmetOptions } from 'helmet';
import type { Class } from '../../wiring/metadata.js';
import type { Provider } from '../../wiring/provide.js';
import type { RegisteredCaller } from '../declare/route-schemas.js';
import type { ErrorOptions } from './error-options.js';
import type { LifecycleDelivery, LifecycleEvent } from './lifecycle-event.js';
import type { LifecycleStore } from './lifecycle-store.js';
import type { Application } from './application.js';
import type { Route } from './route.js';
import type { AccessLogOptions, Around, MetricsOptions } from './observing-options.js';
import type { SecurityScheme } from './security-schemes.js';
import type { IdempotencyStore, ThrottleStore, TransactionalIdempotencyStore } from './stores.js';
import type { UsageOptions } from './usage.js';
import type { VersioningOptions } from '../versioning/versioning.js';
import type { ThrottlePolicy } from '../declare/route-facts.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import type { DocumentOptions } from './document-options.js';
import type { Logger } from './logger.js';
import type { Mount } from './mount.js';

/** Connect-style, on Node's own objects. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** The options that determine the route table. */
export interface RoutingOptions {
  /** One segment in front of every path. */
  readonly prefix?: string;
  readonly versioning?: VersioningOptions;
  /** false: also serves paths with a trailing slash. true by default. */
  readonly strict?: boolean;
  /** Who may call a route that declares nothing; 'authenticated' needs a caller that `authenticate` returned. Everyone by default. */
  readonly defaultAccess?: 'public' | 'authenticated';
  /** By name; `@Authenticated` and `@Roles` use the first one. A bearer token by default. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** What answers behind the declared routes; made by `defineGateway`. */
  readonly application?: Application;
}

/**
 * project: sends only the members that the answer's schema declares. check: also validates the answer,
 * and turns a misfit into a 500 whose log entry says where. off: sends what the handler returned.
 */
export type ResponseMode = 'project' | 'check' | 'off';

/** The options of `createApp`. */
export interface ServiceOptions extends RoutingOptions, ErrorOptions {
  /** Serve the app's own documents and explorer page. */
  readonly documents?: DocumentOptions;
  /** Says who is calling; null for an anonymous request. An HttpError refuses the request. */
  readonly authenticate?: (req: IncomingMessage) => Awaitable<RegisteredCaller | null>;
  readonly cors?: boolean | CorsOptions;
  readonly csrf?: boolean | { readonly trustedOrigins?: readonly string[] };
  readonly securityHeaders?: boolean | HelmetOptions;
  /** Compresses text over 1 KB for clients that accept it; true by default. */
  readonly compression?: boolean;
  /** How many proxies in front of the app to trust; false by default. */
  readonly trustProxy?: number | false;
  /** Bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** Where uploaded files wait for their handlers; the system's temporary folder by default. */
  readonly tmpdir?: string;
  /** The default policy for routes that declare none, and the store that counts hits. */
  readonly throttle?: Partial<ThrottlePolicy> & { readonly store?: ThrottleStore };
  readonly idempotency?: {
    readonly ttlSeconds?: number;
    readonly store?: IdempotencyStore | TransactionalIdempotencyStore;
  };
  /** The events that endpoints of consumers are sent, each in the version of its endpoint; see `svckit/webhooks`. */
  readonly webhooks?: readonly Webhook[];
  /** How answers are matched to their schemas; 'project' by default. */
  readonly responses?: ResponseMode;
  readonly middleware?: readonly Middleware[];
  readonly mount?: readonly Mount[];
  /** Functions around every declared route, the first outermost. */
  readonly around?: Around | readonly Around[];
  /** One line of JSON per request, by default by pino on standard output; off by default. */
  readonly accessLog?: boolean | AccessLogOptions;
  /** Serves durations and counts of requests, and metrics of the process, for Prometheus at `metrics`; off by default. */
  readonly metrics?: boolean | MetricsOptions;
  /** Spans and durations of requests by OpenTelemetry, whose API must be installed and whose SDK is yours; off by default. */
  readonly telemetry?: boolean;
  /** Sends the trace id of each request in `X-Request-Id`. */
  readonly requestId?: boolean;
  /** Counts calls by version, operation, consumer and day, which shows who still uses a version; off by default. */
  readonly usage?: boolean | UsageOptions;
  /**
   * Called 90, 30, 7 and 1 days before a sunset, and within the day before a brownout, until it resolves: once, over all processes that share
   * the store of `lifecycle`, and again after a failure.
   */
  readonly onLifecycle?: (event: LifecycleEvent, delivery: LifecycleDelivery) => Awaitable<void>;
  /** What is required before part of the API may be removed, and where delivered notices are kept. */
  readonly lifecycle?: LifecycleOptions;
  /** Called with every error that became an opaque 500. */
  readonly onError?: (
    error: unknown,
    request: { readonly req: IncomingMessage; readonly route: Route | null; readonly traceId: string },
  ) => void;
  readonly logger?: Logger;
  /** The clock of brownouts, sunsets and usage, for tests and rehearsals; the real time by default. */
  readonly now?: () => Date;
  /** Override what the modules provide: settings read at startup, or fakes in a test. */
  readonly providers?: readonly (Class | Provider)[];
  /** How long a client may take to send the head of a request, in milliseconds; 15,000 by default. Then it is answered with 408. */
  readonly headersTimeoutMs?: number;
  /**
   * How long a client may take to send a whole request, in milliseconds; 300,000 by default. Then it is answered with 408. Pages of a list
   * for an older version are collected for as long, and then answered with 503.
   */
  readonly requestTimeoutMs?: number;
  /** How long a client may take nothing of its answer, in milliseconds; 60,000 by default. Then its connection is closed. */
  readonly answerTimeoutMs?: number;
  /** How long a connection may wait for its next request, in milliseconds; 65,000 by default, longer than proxies keep one. */
  readonly keepAliveTimeoutMs?: number;
  /** How long a closing app keeps answering before it stops listening, in milliseconds; 0 by default. */
  readonly drainDelayMs?: number;
  /** How long a closing app waits for running requests, and then for every `onShutdown`, in milliseconds; 10,000 by default. Event streams end at once. */
  readonly drainTimeoutMs?: number;
}

/** What must be true before part of the API may go away, and where its notices are kept. */
export interface LifecycleOptions {
  /** The minimum number of days between a deprecation and its sunset; 0 by default. */
  readonly minNotice?: number;
  /** Whether the gate accepts the removal of a version only with the evidence of `svc retire`; false by default. */
  readonly evidence?: boolean;
  /** Keeps which notices have arrived; by default the store of `usage` where it has `claim`, else this process. */
  readonly store?: LifecycleStore;
}

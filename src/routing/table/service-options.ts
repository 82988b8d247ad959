import type { ConsumersOptions } from './consumers-options.js';
import type { DeclaredChange } from '../changes/declared-changes.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Command } from 'commander';
import type { CorsOptions } from './cors-options.js';
import type { HelmetOptions } from 'helmet';
import type { Class } from '../../wiring/metadata.js';
import type { Lens } from '../../lens/known-lens.js';
import type { Severity } from '../../report/boot-problem.js';
import type { Provider } from '../../wiring/provide.js';
import type { Injectable, Token } from '../../wiring/token.js';
import type { RegisteredCaller } from '../declare/route-schemas.js';
import type { ErrorOptions } from './error-options.js';
import type { LifecycleDelivery, LifecycleEvent } from './lifecycle-event.js';
import type { LifecycleStore } from './lifecycle-store.js';
import type { Application } from './application.js';
import type { Route } from './route.js';
import type { AccessLogOptions, Around, MetricsOptions } from './observing-options.js';
import type { SecurityScheme } from './security-schemes.js';
import type { IdempotencyStore, ThrottleStore, TransactionalIdempotencyStore } from './stores.js';
import type { UsageOptions, UsageStore } from './usage.js';
import type { VerifyOptions } from './verify-options.js';
import type { VersioningOptions } from '../versioning/versioning.js';
import type { ThrottlePolicy } from '../declare/route-facts.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import type { WebhookStore } from '../../webhooks/store/webhook-store.js';

type Awaitable<T> = T | Promise<T>;

/** Connect-style, on Node's own objects. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** What the app writes about itself to; the console by default. */
export interface Logger {
  /** Start, stop, and what is worth knowing. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** What works and should be looked at. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Opaque 500s, and failures in the background. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

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
}

/** The `info` of the documents (OpenAPI 3.1, section 4.8.2). */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** A version in the switch of the explorer page. */
export interface PageVersion {
  readonly version: string;
  /** Address of the page for that version. */
  readonly url: string;
  readonly documentUrl: string;
  readonly current: boolean;
  /** The day on which it was released, YYYY-MM-DD; null where nothing says it. */
  readonly released: string | null;
  readonly deprecated: boolean;
  /** ISO 8601, when every route of the version has one: the last of them. */
  readonly sunset: string | null;
  /** What it changed, as declared with `defineVersions`; absent where it declares nothing. */
  readonly changes?: readonly DeclaredChange[];
}

/** The input of an explorer page renderer. */
export interface PageOptions {
  readonly title: string;
  readonly documentUrl: string;
  /** null when the API has no versions. */
  readonly version: string | null;
  readonly versions: readonly PageVersion[];
  /** Put it on the page's scripts and styles: the Content-Security-Policy allows no others. */
  readonly nonce: string;
  readonly routes: readonly Route[];
  /** Where the page's files are served, without a trailing slash. */
  readonly assetsUrl: string;
}

/** What serves and describes the documents and the explorer page. */
export interface DocumentOptions {
  /** `openapi.json` by default. */
  readonly path?: string;
  /** `docs` by default. */
  readonly docsPath?: string;
  /** Whether the routes of the document and the page are part of the API: in documents, lock files and lists. false by default. */
  readonly listed?: boolean;
  readonly info?: DocumentInfo;
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** Writes the HTML of a page of your own instead of the explorer page. */
  readonly render?: (options: PageOptions) => Awaitable<string>;
}

/** A connect-style handler, an Express application or a plain Node request listener. */
export type MountHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown;

export type OpenApiFragment = Readonly<Record<string, unknown>>;

/** An Express handler below a path of the app, and its part of the documents. */
export interface Mount {
  /** Below the prefix. */
  readonly path: string;
  /** Passed to Express; a token is resolved from the app's providers. */
  readonly handler: MountHandler | Token<MountHandler>;
  /** Merged into the documents; paths are written as they are served. */
  readonly document?: OpenApiFragment | (() => Awaitable<OpenApiFragment | { readonly default: OpenApiFragment }>);
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
  /** What answers behind the declared routes; made by `defineGateway`. */
  readonly application?: Application;
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

/** The environment that `svc serve` has before it creates the app. */
export interface ServeEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The file that `--config` names. */
  readonly configFile: string | null;
  /** How many processes serve. */
  readonly workers: number;
}

/** The environment that a command of a service runs in. */
export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /**
   * Resolves with the first request to stop, after the `stop` callback has finished: a signal, or `stop` from the process that started this
   * one. A second signal ends the process at once.
   */
  readonly untilStopped: (stop?: () => Promise<void>) => Promise<'SIGINT' | 'SIGTERM' | 'stop'>;
}

/** One part of a service, such as its database, and what provides it. */
export interface PartDescription {
  readonly part: string;
  readonly kind: 'embedded' | 'configured';
  readonly detail: string;
}

/** Options derived from the environment, and what the startup summary shows. */
export interface PreparedService extends ServiceOptions {
  /** Where the service listens by its settings. */
  readonly address?: { readonly host?: string; readonly port?: number };
  readonly parts?: readonly PartDescription[];
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

/** The kept usage of a service, open for reading. */
export interface OpenedUsage {
  readonly store: Pick<UsageStore, 'read'>;
  /** Where delivered notices are kept, for `svc lifecycle --notices`. */
  readonly lifecycle?: Pick<LifecycleStore, 'undelivered'>;
  /** Called when the command has read what it needs. */
  readonly close?: () => Awaitable<void>;
}

/** The kept webhooks of a service, open for a command. */
export interface OpenedWebhooks {
  readonly store: WebhookStore;
  /** Called when the command is done. */
  readonly close?: () => Awaitable<void>;
}

/** The default export of an export file: the app, and what the offline commands need to know about it. */
export interface ServiceDefinition extends ServiceOptions {
  readonly root: Class;
  /** Which version's document `svc openapi export` writes by default. */
  readonly apiVersion?: string;
  readonly info?: DocumentInfo;
  /** What `prepare` provides besides the modules, such as a settings token: `svc check` counts it as provided. */
  readonly provided?: readonly Injectable[];
  /** Called by `svc serve` before it creates the app; throws when the environment is invalid. */
  readonly prepare?: (environment: ServeEnvironment) => Awaitable<PreparedService>;
  /** Opens where `usage` is kept, for `svc usage`, `svc retire` and `svc lifecycle --notices`, which do not start the service. */
  readonly openUsage?: (environment: ServeEnvironment) => Awaitable<OpenedUsage>;
  /** Opens where webhooks are kept, for `svc webhooks` and `svc retire`, which do not start the service. */
  readonly openWebhooks?: (environment: ServeEnvironment) => Awaitable<OpenedWebhooks>;
  /** Commander commands that `svc` lists and runs beside its own: `() => import('./commands.js')`. */
  readonly commands?: (environment: CommandEnvironment) => Promise<{ readonly default: readonly Command[] }>;
  /** Where `svc verify` finds values that exist. */
  readonly verify?: VerifyOptions;
  /** Who uses the API: `svc gate --consumers` judges by it. */
  readonly consumers?: ConsumersOptions;
  /** What reads and writes stored values: `svc` locks, checks and tests their shapes. */
  readonly lenses?: readonly Lens[];
  /** Severity per check rule. */
  readonly checks?: Readonly<Record<string, Severity | 'off'>>;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Command } from 'commander';
import type { CorsOptions } from 'cors';
import type { HelmetOptions } from 'helmet';
import type { Class } from '../../wiring/metadata.js';
import type { Severity } from '../../report/problem.js';
import type { Provider } from '../../wiring/provide.js';
import type { Injectable, Token } from '../../wiring/token.js';
import type { Caller } from '../declare/route-schemas.js';
import type { Route, ThrottlePolicy } from './route.js';
import type { IdempotencyStore, ThrottleStore } from './stores.js';
import type { VersioningOptions } from '../versioning/versioning.js';

type Awaitable<T> = T | Promise<T>;

/** Connect-style, on Node's own objects. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What decides the shape of the route table. */
export interface RoutingOptions {
  /** One segment in front of every path. */
  readonly prefix?: string;
  readonly versioning?: VersioningOptions;
  /** false: a path with a slash at its end is served as well. true by default. */
  readonly strict?: boolean;
}

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

export interface PageVersion {
  readonly version: string;
  /** The page's own address for that version. */
  readonly url: string;
  readonly documentUrl: string;
  readonly current: boolean;
  readonly deprecated: boolean;
  /** ISO 8601, when every route of the version has one: the last of them. */
  readonly sunset: string | null;
}

/** What a renderer of the explorer page gets. */
export interface PageOptions {
  readonly title: string;
  readonly documentUrl: string;
  /** null when the API has no versions of its own. */
  readonly version: string | null;
  readonly versions: readonly PageVersion[];
  /** For the page's own scripts and styles: the answer's Content-Security-Policy admits no others. */
  readonly nonce: string;
  readonly routes: readonly Route[];
  /** Where the page's own files are served, without a slash at the end. */
  readonly assetsUrl: string;
}

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
  readonly render?: (options: PageOptions) => Awaitable<string>;
}

/** A connect-style handler, an Express application or a plain Node request listener. */
export type MountHandler = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => unknown;

export type OpenApiFragment = Readonly<Record<string, unknown>>;

export interface Mount {
  /** Below the prefix. */
  readonly path: string;
  /** Given to Express; a token is resolved from the app's providers. */
  readonly handler: MountHandler | Token<MountHandler>;
  /** Merged into the documents; paths as they are served. */
  readonly document?: OpenApiFragment | (() => Awaitable<OpenApiFragment | { readonly default: OpenApiFragment }>);
}

/**
 * project: an answer is sent with the members that its schema declares, and no others. check: it is validated as well,
 * and one that does not fit is a 500 whose log says where. off: it is sent as the handler returned it.
 */
export type ResponseMode = 'project' | 'check' | 'off';

/** What `createApp` takes beside the root module. */
export interface ServiceOptions extends RoutingOptions {
  /** Serve the app's own documents and explorer page. */
  readonly documents?: DocumentOptions;
  readonly authenticate?: (req: IncomingMessage) => Awaitable<Caller | null>;
  readonly cors?: boolean | CorsOptions;
  readonly csrf?: boolean | { readonly trustedOrigins?: readonly string[] };
  readonly securityHeaders?: boolean | HelmetOptions;
  /** Text over 1 KB is compressed for clients that ask for it; true by default. */
  readonly compression?: boolean;
  /** How many proxies in front of the app are believed; false by default. */
  readonly trustProxy?: number | false;
  /** Bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** A default policy for routes that declare none, and where hits are counted. */
  readonly throttle?: Partial<ThrottlePolicy> & { readonly store?: ThrottleStore };
  readonly idempotency?: { readonly ttlSeconds?: number; readonly store?: IdempotencyStore };
  /** How answers are held to their schemas; 'project' by default. */
  readonly responses?: ResponseMode;
  readonly middleware?: readonly Middleware[];
  readonly mount?: readonly Mount[];
  /** Told of every error that became an opaque 500. */
  readonly onError?: (
    error: unknown,
    request: { readonly req: IncomingMessage; readonly route: Route | null; readonly traceId: string },
  ) => void;
  readonly logger?: Logger;
  /** Win over what the modules provide: settings that are read at the start, fakes in a test. */
  readonly providers?: readonly (Class | Provider)[];
  /** How long a closing app goes on answering before it stops listening, in milliseconds; 0 by default. */
  readonly drainDelayMs?: number;
  /** How long a closing app waits for requests under way, in milliseconds; 10,000 by default. Event streams are ended at once. */
  readonly drainTimeoutMs?: number;
}

/** What `svc serve` knows before it makes the app. */
export interface ServeEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The file that `--config` names. */
  readonly configFile: string | null;
  /** How many processes serve. */
  readonly workers: number;
}

/** What a command of a service knows of where it runs. */
export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /**
   * Resolves with the first request to stop once `stop` has done its work: a signal, or `stop` from the process that started this
   * one. A second signal ends the process at once.
   */
  readonly untilStopped: (stop?: () => Promise<void>) => Promise<'SIGINT' | 'SIGTERM' | 'stop'>;
}

/** One part of a service, such as its database, and what stands behind it. */
export interface PartDescription {
  readonly part: string;
  readonly kind: 'embedded' | 'configured';
  readonly detail: string;
}

/** Options that follow from the environment, and what the start-up summary says of them. */
export interface PreparedService extends ServiceOptions {
  /** Where the service's own settings want it to listen. */
  readonly address?: { readonly host?: string; readonly port?: number };
  readonly parts?: readonly PartDescription[];
}

export interface LifecycleOptions {
  /** Days between a deprecation and its sunset at the least; 0 by default. */
  readonly minNotice?: number;
}

/** What an export file's default export says: the app, and what the offline commands need to know of it. */
export interface ServiceDefinition extends ServiceOptions {
  readonly root: Class;
  /** Which version's document `svc openapi export` writes by default. */
  readonly apiVersion?: string;
  readonly info?: DocumentInfo;
  /** What `prepare` provides beside the modules, such as a settings token: `svc check` counts it as provided. */
  readonly provided?: readonly Injectable[];
  /** Asked by `svc serve` before it makes the app; throws when the environment is wrong. */
  readonly prepare?: (environment: ServeEnvironment) => Awaitable<PreparedService>;
  /** Commander commands that `svc` lists and runs beside its own: `() => import('./commands.js')`. */
  readonly commands?: (environment: CommandEnvironment) => Promise<{ readonly default: readonly Command[] }>;
  /** What is demanded before something of the API may go. */
  readonly lifecycle?: LifecycleOptions;
  /** Severity per check rule. */
  readonly checks?: Readonly<Record<string, Severity | 'off'>>;
}

const brand = Symbol.for('svckit.service');

/** Marks an export file's default export; every command of `svc` reads the same one. */
export function defineService<const D extends ServiceDefinition>(definition: D): D {
  if (typeof definition !== 'object' || definition === null || typeof definition.root !== 'function') {
    throw new TypeError('defineService() takes { root: AppModule, … }, where root is a class with @Module.');
  }
  return Object.defineProperty({ ...definition }, brand, { value: true });
}

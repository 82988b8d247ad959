import type { Versions } from '../changes/known-versions.js';
import type { PathSpelling } from '../routing/table/path-spelling.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import type { UsageOptions } from '../routing/table/usage.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import type { Schema } from '../schema/standard-schema.js';
import type { DescribedBy } from './read-document.js';
import type { PublishListenerOptions } from './publish/publish-options.js';
import type { DocumentOperations } from './relayed-operations.js';

/** A request as `caller` sees it. */
export interface CallerRequest {
  readonly method: string;
  /** Path and query, or the whole address. */
  readonly url: string;
  readonly headers: Headers;
}

/** Which spellings of a path the application answers as one path. */
export interface PathOptions extends Partial<Omit<PathSpelling, 'semicolons'>> {
  readonly semicolons?: 'ignore' | 'strict';
}

type WithoutVersions<Options> = Options extends unknown ? Omit<Options, 'versions' | 'pin'> : never;

/** What `around` takes: an application's document, and the versions that it shall have. */
export interface AroundOptions
  extends Pick<
    ServiceDefinition,
    | 'apiVersion'
    | 'bodyLimit'
    | 'checks'
    | 'info'
    | 'lifecycle'
    | 'consumers'
    | 'byTheLetter'
    | 'logger'
    | 'now'
    | 'onError'
    | 'onLifecycle'
    | 'openUsage'
    | 'openWebhooks'
    | 'trustProxy'
    | 'validationStatus'
    | 'verify'
    | 'webhooks'
  > {
  /** The OpenAPI document of the newest version: what the application serves. */
  readonly document: DescribedBy;
  /** Operations as `svc shapes` writes them, where a change names a schema that only one of them holds; the others are read from the document. */
  readonly operations?: DocumentOperations;
  /** Schemas that stand for components of the document, by name; those that changes name are found by their ids. */
  readonly shapes?: Readonly<Record<string, Schema>>;
  readonly versions: Versions;
  /** How requests name a version. */
  readonly versioning: WithoutVersions<VersioningOptions>;
  /** Counts calls by version, operation, caller and day. */
  readonly usage?: boolean | Omit<UsageOptions, 'consumer'>;
  /** Who calls: a text such as an API key, which is counted under its SHA-256, or a name; null for nobody. */
  readonly caller?: (request: CallerRequest) => string | { readonly name: string } | null | undefined;
  /**
   * Which spellings of a path are one to the application; by default those that differ in a slash at the end. What `express()` and `fastify()` read
   * from their application needs no option.
   */
  readonly paths?: PathOptions;
  /** What happens to an answer that the document does not allow, of an operation that changes reach; 'report' by default. */
  readonly drift?: 'report' | 'refuse';
  /** Of an answer that changes read, in bytes; 16 MiB by default. */
  readonly answerLimit?: number;
  /** A separate listener that takes the events of `webhooks` and delivers them; off by default. */
  readonly publish?: PublishListenerOptions;
  /** How long the application may take to begin an answer that changes read, in milliseconds; 60,000 by default. Then the answer is 504. */
  readonly timeoutMs?: number;
}

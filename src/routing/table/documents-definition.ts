import type { ConsumersOptions } from './consumers-options.js';
import type { Level } from '../../report/level.js';
import type { DeprecatedOptions } from '../../changes/deprecation.js';
import type { VersioningOptions } from '../versioning/versioning.js';
import type { LifecycleOptions } from './service-options.js';
import type { VerifyOptions } from './verify-options.js';

/** What a configuration says of a document beside where it comes from. */
interface DocumentNotes {
  /** Deprecates the whole version. */
  readonly deprecated?: DeprecatedOptions;
  /**
   * Where several versions share a document: the version has the paths below this one, such as `/v1`, and those that no version has. Its last
   * segment is removed from them where requests name the version elsewhere than in the path.
   */
  readonly paths?: string;
}

/** Where a document comes from: a file, or a command that prints it. */
export type DocumentSource =
  | string
  | (DocumentNotes & {
      /** OpenAPI in YAML or JSON, relative to the configuration. */
      readonly file: string;
    })
  | (DocumentNotes & {
      /** Runs in the folder of the configuration, and prints one document on standard output within a minute. */
      readonly command: string;
    });

/** An API that OpenAPI documents describe, whatever it is written with. */
export interface DocumentsDefinition {
  /** The title of the newest document by default. */
  readonly title?: string;
  /** The document of each version. */
  readonly versions?: Readonly<Record<string, DocumentSource>>;
  /** The document of an API without versions. */
  readonly document?: DocumentSource;
  /** How requests name a version; by default the path, where every document has the version in its paths. */
  readonly versioning?: DocumentsVersioning;
  readonly lifecycle?: LifecycleOptions;
  /** Who uses the API: `svc gate --consumers` judges by it. */
  readonly consumers?: ConsumersOptions;
  /** The level of what breaks by the letter alone, such as a new member of a closed answer; `info` by default. */
  readonly byTheLetter?: Level;
  /** What `svc verify` sends to the service behind the documents. */
  readonly verify?: VerifyOptions;
}

/** The options of versioning that do not depend on code. */
export type DocumentsVersioning = VersioningOptions extends infer Options
  ? Options extends unknown
    ? Omit<Options, 'versions' | 'match' | 'pin' | 'report'>
    : never
  : never;

/** Marks the default export of a configuration that describes an API by its documents. */
export function defineDocuments<const D extends DocumentsDefinition>(definition: D): D {
  if (typeof definition !== 'object' || definition === null || !describesDocuments(definition)) {
    throw new TypeError("defineDocuments() takes { versions: { '1': 'openapi/v1.yaml' } }, or { document } for one.");
  }
  return definition;
}

/** Whether a value is meant as a definition of documents. */
export function describesDocuments(value: object): value is DocumentsDefinition {
  return !('root' in value) && ('versions' in value || 'document' in value);
}

import type { ErrorOptions } from '../../routing/table/error-options.js';
import type { OpenApiFragment } from '../../routing/table/mount.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { OpenApiDocument } from './open-api.js';

/** The options of an app that its documents depend on. */
export interface DocumentSettings
  extends Pick<
    ServiceOptions,
    'prefix' | 'webhooks' | 'versioning' | 'throttle' | 'csrf' | 'cors' | 'securitySchemes' | keyof ErrorOptions
  > {
  readonly info?: OpenApiDocument['info'];
  readonly servers?: OpenApiDocument['servers'];
  readonly tags?: OpenApiDocument['tags'];
  /** The documents of the mounts, from `resolveFragments`. */
  readonly mounts?: readonly OpenApiFragment[];
}

export interface BuildOptions extends DocumentSettings {
  /** The version to document; null for all versions, undefined for the default one. */
  readonly apiVersion?: string | null;
  /** Selects the operations of the document. */
  readonly keep?: (operation: {
    readonly method: string;
    readonly path: string;
    readonly tags: readonly string[];
  }) => boolean;
}

/** How requests to one path and method find their handler. */
export interface Entry {
  /** The version is read from the request, and decides the answer. */
  readonly versioned: boolean;
  /** An unversioned handler answers requests that name no known version. */
  readonly neutral: boolean;
}

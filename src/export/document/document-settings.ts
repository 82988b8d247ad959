import type { OpenApiFragment, ServiceOptions } from '../../routing/table/service-options.js';
import type { OpenApiDocument } from './open-api.js';

/** What a document depends on beside the routes: the app's own options. */
export interface DocumentSettings extends Pick<ServiceOptions, 'prefix' | 'versioning' | 'throttle' | 'csrf' | 'cors'> {
  readonly info?: OpenApiDocument['info'];
  readonly servers?: OpenApiDocument['servers'];
  readonly tags?: OpenApiDocument['tags'];
  /** What `resolveFragments` made of the mounts. */
  readonly mounts?: readonly OpenApiFragment[];
}

export interface BuildOptions extends DocumentSettings {
  /** Which version's document; left out: the one that is served without a version. */
  readonly apiVersion?: string | null;
  /** Leaves operations out of the document. */
  readonly keep?: (operation: {
    readonly method: string;
    readonly path: string;
    readonly tags: readonly string[];
  }) => boolean;
}

/** How requests to one path and method find their handler. */
export interface Entry {
  /** The version is read from the request. */
  readonly versioned: boolean;
  /** An unversioned handler answers requests that name no known version. */
  readonly neutral: boolean;
}

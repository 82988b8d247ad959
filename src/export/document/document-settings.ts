import type { Route } from '../../routing/table/route.js';
import type { OpenApiFragment, ServiceOptions } from '../../routing/table/service-options.js';
import type { ComponentNames } from './component-names.js';
import type { JsonSchema, OpenApiDocument, Reference, ResponseObject } from './open-api.js';
import type { SharedHeader } from './header-components.js';

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

export interface Entry {
  /** The version is read from the request. */
  readonly versioned: boolean;
  /** An unversioned handler answers what names no version that there is. */
  readonly neutral: boolean;
}

/** What every operation of one document is built from. */
export interface OperationContext {
  readonly settings: DocumentSettings;
  /** The version that a request without one gets; null where it must name one. */
  readonly unnamedVersion: string | null;
  readonly describe: ComponentNames['describe'];
  /** A value that the schema admits; undefined where none was found. */
  readonly example: (schema: JsonSchema) => unknown;
  /** A component's schema, for a reference to it. */
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** How requests are told apart that reach this route's path and method. */
  readonly entryOf: (route: Route) => Entry;
  /** Refers to one of the document's shared headers. */
  readonly header: (name: SharedHeader) => Reference;
  /** One response for equal facts, which are JSON data: thousands of operations refuse alike. */
  readonly share: <Facts extends object>(facts: Facts, build: (facts: Facts) => ResponseObject) => ResponseObject;
  /** The newest version of a deprecated operation that is not deprecated itself. */
  readonly successorOf: (route: Route) => Route | null;
}

import type { DocumentInfo } from '../../routing/table/document-options.js';
import type { Direction, JsonSchema } from '../../schema/describe/json-schema.js';

export type { Direction, JsonSchema };

export interface Reference {
  readonly $ref: string;
}

export interface Header {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema?: JsonSchema;
  /** How the parts of a form are written. */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** An operation of a document (OpenAPI 3.1, section 4.8.10). */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-brownouts'?: readonly { readonly from: string; readonly to: string }[];
  readonly 'x-required-roles'?: readonly string[];
  /** For each client; absent where the limit of the whole service counts. */
  readonly 'x-rate-limit'?: { readonly limit: number; readonly windowSeconds: number };
  /** Where older versions have it, without the version in the path. */
  readonly 'x-moved-from'?: readonly {
    readonly operation: string;
    readonly status?: number;
    readonly from: string;
    readonly until: string;
  }[];
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly 'x-stability-level'?: 'beta';
  /** The preview that is on in it, or all of them. */
  readonly 'x-preview'?: string | readonly string[];
}

export type PathItem = Readonly<Record<string, Operation>>;

export interface OpenApiTag {
  readonly name: string;
  readonly description?: string;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: DocumentInfo;
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly tags: readonly OpenApiTag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The events that consumers are sent (section 4.8.1). */
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [extension: `x-${string}`]: unknown;
}

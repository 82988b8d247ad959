/** What a document says beyond the schemas. */
export interface ApiDocOptions {
  readonly summary?: string;
  /** CommonMark. */
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly operationId?: string;
  /** Marks the operation without sending headers; `@Deprecated` does both. */
  readonly deprecated?: boolean;
  /** A body that the handler reads from `req` itself, where no schema says what it is. */
  readonly rawBody?: { readonly mediaTypes: readonly string[]; readonly description?: string };
  readonly externalDocs?: { readonly url: string; readonly description?: string };
}

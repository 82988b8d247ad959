/** Who may call a route; `default` where it declares nothing. */
export type Access =
  | { readonly kind: 'public' }
  /** Any signed-in caller. */
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'default' };

/** How many requests a client may send in a window of time. */
export interface ThrottlePolicy {
  /** Requests a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How a route treats `Idempotency-Key`. */
export interface IdempotencyPolicy {
  /** Refuse a request without a key. */
  readonly required: boolean;
  /** How long an answer is replayed; null: the app's default. */
  readonly ttlSeconds: number | null;
}

/** What a document shows beyond the schemas. */
export interface ApiDocOptions {
  readonly summary?: string;
  /** CommonMark. */
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly operationId?: string;
  /** Marks the operation without sending headers; `@Deprecated` does both. */
  readonly deprecated?: boolean;
  /** A body that the handler reads from `req` itself, without a schema. */
  readonly rawBody?: { readonly mediaTypes: readonly string[]; readonly description?: string };
  readonly externalDocs?: { readonly url: string; readonly description?: string };
}

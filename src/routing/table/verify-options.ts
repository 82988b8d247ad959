type Awaitable<T> = T | Promise<T>;

/** An answer of one operation gives a value to another. */
export interface SeedLink {
  /** The operation that answers: its operationId, or `POST /orders`. */
  readonly from: string;
  /** A runtime expression of OpenAPI 3.1 (section 4.8.20.4): `$response.body#/id`, `$response.header.Location`. */
  readonly take: string;
  /** What the value is for: `getOrder.id`, `payOrder.body#/orderId`. */
  readonly to: string;
}

/** What a `before` hook prepares. */
export interface Prepared {
  /** Sent with every request, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside those of the seeds. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Values that exist in a running service, so that requests of `svc verify` find something. */
export interface VerifySeeds {
  /** By `parameter`, `operation.parameter`, `operation.body` or `operation.body#/member`: a value, or a list of choices. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Called once before the first request, with `--write` only. */
  readonly before?: (service: { readonly url: string; readonly fetch: typeof fetch }) => Awaitable<Prepared | void>;
  readonly links?: readonly SeedLink[];
}

/** How `svc verify` tries a running service. */
export interface VerifyOptions {
  readonly seeds?: VerifySeeds;
}

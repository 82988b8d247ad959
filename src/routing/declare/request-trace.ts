/** The request's place in a distributed trace (W3C Trace Context, section 3.2). Ids are lower-case hexadecimal. */
export interface RequestTrace {
  /** 32 digits. */
  readonly traceId: string;
  /** 16 digits: this request's own. */
  readonly spanId: string;
  /** 16 digits: the caller's, null when the trace begins here. */
  readonly parentSpanId: string | null;
  readonly sampled: boolean;
  /** Whether the trace came with the request. */
  readonly inbound: boolean;
}

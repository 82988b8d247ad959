/** One place of a consumer's code that depends on an operation. */
export interface Use {
  /** `GET /books`, as the client is called. */
  readonly operation: string;
  /** What the code does there: it calls the operation, reads a member of an answer, or sends one. */
  readonly kind: 'call' | 'read' | 'send';
  /** The status whose answer is read, such as `200` or `4XX`; null otherwise. */
  readonly status: string | null;
  /** `[].title`, `query.limit`; `*` for everything, where nothing shows what; empty for a call. */
  readonly member: string;
  /** Whether the code lists the member's values one by one, so that a new value breaks it. */
  readonly isExhaustive: boolean;
  /** Of what is sent: whether each value of the argument has it. */
  readonly isAlways: boolean;
  /** Absolute, with `/`. */
  readonly file: string;
  /** The range in the code, as offsets: of the name, the expression or the path of the call. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

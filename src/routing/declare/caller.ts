/** Who is calling, as the `authenticate` option answers it. */
export interface Caller {
  readonly id: string;
  readonly roles: readonly string[];
  readonly [detail: string]: unknown;
}

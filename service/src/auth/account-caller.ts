/** A signed-in account, as guards and handlers see it. */
export interface AccountCaller {
  readonly id: string;
  readonly roles: readonly string[];
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly [detail: string]: unknown;
}

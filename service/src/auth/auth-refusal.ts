/** A rejection by our mount on an authentication route, sent as `{ message, code }`. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

import { shareClass } from '../../report/share-class.js';

/** Thrown by handlers and guards to answer a problem (RFC 9457); `extras` become members of its body. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly extras: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** `status` is 400 to 599; throws a RangeError otherwise. */
  constructor(
    readonly status: number,
    readonly detail: string,
    extras: Readonly<Record<string, unknown>> = {},
    { headers = {} }: { readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`HttpError takes a status from 400 to 599, not ${status}.`);
    }
    this.extras = extras;
    this.headers = headers;
  }
}
shareClass(HttpError, 'http-error');

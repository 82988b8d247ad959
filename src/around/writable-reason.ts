import type { Logger } from '../routing/table/logger.js';

/**
 * A reason as Node writes it: characters beyond Latin-1 are written as the bytes of UTF-8, one character for each. Empty, for the one of the status,
 * where it has bytes that are no text, or that no reason may have (RFC 9112, section 4).
 */
export function writableReason(reason: string): string {
  if (isPlain.test(reason)) return reason;
  const bytes = isLatin.test(reason) ? reason : Buffer.from(reason).toString('latin1');
  return reason.includes('\ufffd') || !isLatin.test(bytes) ? '' : bytes;
}

const isPlain = /^[\t\x20-\x7e]*$/;
const isLatin = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reasons of answers as `writableReason`; the first one that is left out is logged. Fields need none of this: parsers of HTTP refuse what Node does. */
export class WritableReasons {
  readonly #logger: () => Logger;
  #hasLogged = false;

  constructor(logger: () => Logger) {
    this.#logger = logger;
  }

  of(reason: string): string {
    const writable = writableReason(reason);
    if (writable === '' && reason !== '' && !this.#hasLogged) {
      this.#hasLogged = true;
      this.#logger().warn('An answer has a reason that HTTP does not allow; it is left out', { reason });
    }
    return writable;
  }
}

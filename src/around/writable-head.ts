import { validateHeaderName, validateHeaderValue } from 'node:http';
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

/** What Node writes of heads that come from elsewhere. What it would refuse is left out; the first of each kind is logged. */
export class WritableHeads {
  readonly #logger: () => Logger;
  readonly #logged = new Set<string>();

  constructor(logger: () => Logger) {
    this.#logger = logger;
  }

  /** As `writableReason`. */
  reason(reason: string): string {
    const writable = writableReason(reason);
    if (writable === '' && reason !== '') this.#note('reason', reason);
    return writable;
  }

  /** Names and values, one after the other, or the same list where Node writes them all. */
  fields(list: string[], kind: 'header' | 'trailer'): string[] {
    if (list.every((_, at) => at % 2 === 1 || isWritable(list[at]!, list[at + 1]!))) return list;
    return list.filter((_, at) => {
      const [name, value] = [list[at - (at % 2)]!, list[at - (at % 2) + 1]!];
      if (isWritable(name, value)) return true;
      this.#note(kind, name);
      return false;
    });
  }

  #note(kind: string, text: string): void {
    if (this.#logged.has(kind)) return;
    this.#logged.add(kind);
    this.#logger().warn(`An answer has a ${kind} that HTTP does not allow; it is left out`, { [kind]: text });
  }
}

function isWritable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

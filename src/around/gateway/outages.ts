import { errors } from 'undici';
import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';

interface Kind {
  /** For the log. */
  readonly message: string;
  /** For a client. */
  readonly status: 502 | 504;
  readonly detail: string;
}

const unreachable: Kind = {
  message: 'The upstream cannot be reached',
  status: 502,
  detail: 'The service behind this gateway cannot be reached.',
};
const silent: Kind = {
  message: 'The upstream does not answer',
  status: 504,
  detail: 'The service behind this gateway does not answer.',
};
const broken: Kind = {
  message: 'The upstream breaks off',
  status: 502,
  detail: 'The service behind this gateway broke off.',
};

/** The failures of one kind that are not logged yet. */
interface Unsaid {
  failed: number;
  error: string;
}

const quietMs = 10_000;

/**
 * Logs what goes wrong with an upstream: the first failure of each kind at once, then every ten seconds how many followed, and that it answers
 * again, with all since it went away. However many requests come, those are few lines.
 */
export class Outages {
  readonly #upstream: string;
  readonly #logger: () => Logger;
  /** Kinds that were logged in these ten seconds. */
  readonly #said = new Map<Kind, Unsaid>();
  #isOn = false;
  #hasSaidOver = false;
  /** Failures since the last answer. */
  #failed = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(upstream: string, logger: () => Logger) {
    this.#upstream = upstream;
    this.#logger = logger;
  }

  /** Counts a failed request. Returns what its client gets. */
  failed(error: NodeJS.ErrnoException): HttpError {
    const kind = kindOf(error);
    const unsaid = this.#said.get(kind);
    this.#isOn = true;
    this.#failed += 1;
    if (unsaid) {
      unsaid.failed += 1;
      unsaid.error = error.message;
    } else {
      this.#said.set(kind, { failed: 0, error: '' });
      this.#warn(kind, { failed: 1, error: error.message });
    }
    this.#timer ??= setTimeout(() => this.#sum(), quietMs).unref();
    return new HttpError(kind.status, kind.detail);
  }

  /** An answer has begun. */
  answered(): void {
    if (this.#isOn) this.#end();
  }

  /** Logs what is not logged yet. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sayUnsaid();
  }

  /** For an upstream that fails and recovers all the time, the end of an outage is logged once in ten seconds too. */
  #end(): void {
    this.#isOn = false;
    if (this.#hasSaidOver) return;
    this.#hasSaidOver = true;
    for (const unsaid of this.#said.values()) unsaid.failed = 0;
    this.#logger().info('The upstream answers again', { upstream: this.#upstream, failed: this.#failed });
    this.#failed = 0;
  }

  /** After ten seconds: while requests have failed in them, the next ten follow. */
  #sum(): void {
    const isGoingOn = this.#sayUnsaid();
    this.#timer = isGoingOn ? setTimeout(() => this.#sum(), quietMs).unref() : null;
    if (!isGoingOn) this.#said.clear();
    if (this.#hasSaidOver && isGoingOn) this.#isOn = true;
    this.#hasSaidOver = false;
  }

  #sayUnsaid(): boolean {
    let has = false;
    for (const [kind, unsaid] of this.#said) {
      if (unsaid.failed === 0) continue;
      has = true;
      this.#warn(kind, unsaid);
      unsaid.failed = 0;
    }
    return has;
  }

  #warn({ message }: Kind, { failed, error }: Unsaid): void {
    this.#logger().warn(message, { upstream: this.#upstream, failed, error });
  }
}

function kindOf(error: NodeJS.ErrnoException): Kind {
  if (error instanceof errors.HeadersTimeoutError) return silent;
  const hasConnected =
    error instanceof errors.SocketError || error instanceof errors.HTTPParserError || error.code === 'ECONNRESET';
  return hasConnected ? broken : unreachable;
}

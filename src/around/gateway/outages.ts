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

/** The failures of one kind since its last line in the log. */
interface Following {
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
  readonly #logged = new Map<Kind, Following>();
  #isOn = false;
  #hasLoggedRecovery = false;
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
    const following = this.#logged.get(kind);
    this.#isOn = true;
    this.#failed += 1;
    if (following) {
      following.failed += 1;
      following.error = error.message;
    } else {
      this.#logged.set(kind, { failed: 0, error: '' });
      this.#warn(kind, { failed: 1, error: error.message });
    }
    this.#timer ??= setTimeout(() => this.#logInterval(), quietMs).unref();
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
    this.#logFollowing();
  }

  /** For an upstream that fails and recovers all the time, the end of an outage is logged once in ten seconds, too. */
  #end(): void {
    this.#isOn = false;
    if (this.#hasLoggedRecovery) return;
    this.#hasLoggedRecovery = true;
    for (const following of this.#logged.values()) following.failed = 0;
    this.#logger().info('The upstream answers again', { upstream: this.#upstream, failed: this.#failed });
    this.#failed = 0;
  }

  /** After ten seconds: while requests have failed in them, the next ten follow. */
  #logInterval(): void {
    const isGoingOn = this.#logFollowing();
    this.#timer = isGoingOn ? setTimeout(() => this.#logInterval(), quietMs).unref() : null;
    if (!isGoingOn) this.#logged.clear();
    if (this.#hasLoggedRecovery && isGoingOn) this.#isOn = true;
    this.#hasLoggedRecovery = false;
  }

  #logFollowing(): boolean {
    let has = false;
    for (const [kind, following] of this.#logged) {
      if (following.failed === 0) continue;
      has = true;
      this.#warn(kind, following);
      following.failed = 0;
    }
    return has;
  }

  #warn({ message }: Kind, { failed, error }: Following): void {
    this.#logger().warn(message, { upstream: this.#upstream, failed, error });
  }
}

function kindOf(error: NodeJS.ErrnoException): Kind {
  if (error instanceof errors.HeadersTimeoutError) return silent;
  const hasConnected =
    error instanceof errors.SocketError || error instanceof errors.HTTPParserError || error.code === 'ECONNRESET';
  return hasConnected ? broken : unreachable;
}

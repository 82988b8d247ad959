import { setTimeout as sleepFor } from 'node:timers/promises';

interface Backoff {
  /** Longest wait after the first failure, in milliseconds; doubles with each further one. */
  readonly firstMs: number;
  /** Longest wait, in milliseconds. */
  readonly longestMs: number;
}

/** Milliseconds to wait after a number of failures: anything up to an exponentially growing bound, so that clients spread out ("full jitter"). */
export function jitteredDelay(failures: number, { firstMs, longestMs }: Backoff, random: () => number): number {
  return random() * Math.min(longestMs, firstMs * 2 ** (failures - 1));
}

/** Milliseconds that a Retry-After field requests, in seconds or as a date (RFC 9110, section 10.2.3); 0 when it cannot be read. */
export function retryAfterMs(field: string | null, now: number): number {
  if (field === null) return 0;
  if (/^\d+$/.test(field)) return Number(field) * 1_000;
  const date = /^[A-Za-z]{3}, .+ GMT$/.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

export interface OutboundClientOptions {
  /** Requests for one answer, the first included. */
  readonly attempts: number;
  /** Milliseconds for each request until its headers arrive. */
  readonly timeoutMs: number;
  readonly backoff: Backoff;
  readonly random?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface OutboundAnswer {
  readonly response: Response;
  /** Requests sent. */
  readonly attempts: number;
}

/** No answer arrived in time, or at all. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly kind: 'timeout' | 'unreachable',
    readonly attempts: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Statuses that mean "not now"; any other is final. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Gets from other services. Retries a passing failure (429, 502, 503, 504, no connection) after a jittered, growing wait or
 * what Retry-After requests; does not retry a request that timed out, because that would add to the load.
 */
export class OutboundClient {
  readonly #options: Required<OutboundClientOptions>;

  constructor(options: OutboundClientOptions) {
    this.#options = { random: Math.random, sleep: (milliseconds) => sleepFor(milliseconds), now: Date.now, ...options };
  }

  /** Throws an `OutboundError` on a timeout, or when the last attempt could not connect. */
  async get(url: string | URL): Promise<OutboundAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= this.#options.attempts;
      const outcome = await this.#fetchOnce(url, attempt);
      if (outcome instanceof OutboundError) {
        if (last || outcome.kind === 'timeout') throw outcome;
        await this.#wait(attempt, 0);
        continue;
      }
      const asked = retryAfterMs(outcome.headers.get('retry-after'), this.#options.now());
      // A Retry-After beyond the longest wait gets no second request.
      if (last || !passing.has(outcome.status) || asked > this.#options.backoff.longestMs)
        return { response: outcome, attempts: attempt };
      await outcome.body?.cancel();
      await this.#wait(attempt, asked);
    }
  }

  async #wait(failures: number, asked: number): Promise<void> {
    await this.#options.sleep(Math.max(asked, jitteredDelay(failures, this.#options.backoff, this.#options.random)));
  }

  async #fetchOnce(url: string | URL, attempt: number): Promise<Response | OutboundError> {
    const { timeoutMs } = this.#options;
    try {
      return await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'TimeoutError') {
        return new OutboundError('timeout', attempt, `${url} did not answer within ${timeoutMs} ms.`, { cause });
      }
      return new OutboundError('unreachable', attempt, `${url} cannot be reached.`, { cause });
    }
  }
}

/** What is about to happen to deprecated operations of one version. Dates are ISO 8601 in UTC. */
export interface LifecycleEvent {
  /** A sunset is near: 90, 30, 7 or 1 days; or a brownout begins within a day. */
  readonly kind: 'sunset' | 'brownout';
  /** The same in every process and after every restart. */
  readonly id: string;
  readonly version: string | null;
  readonly operations: readonly string[];
  /** When it happens: the sunset, or the beginning of the brownout. */
  readonly at: string;
  /** The end of a brownout. */
  readonly until: string | null;
  readonly sunset: string | null;
  /** Whole days until then, rounded up. */
  readonly daysLeft: number;
  /** The version to use instead. */
  readonly successor: string | null;
  readonly link: string | null;
}

/** How an event reaches several recipients, each once over all attempts. */
export interface LifecycleDelivery {
  /**
   * Runs `send`, unless this recipient has got the event already. False where that failed, now or in another process at this moment: the
   * event is announced again later, and runs it again.
   */
  deliver(recipient: string, send: () => unknown): Promise<boolean>;
}

import type { ThrottleStore } from 'svckit';

/** A throttle store that can take a hit back, and read without counting. */
export interface AttemptStore extends ThrottleStore {
  /** The hits of the open window, none when no window is open, and the seconds until it ends. */
  read(key: string): Promise<{ readonly count: number; readonly resetSeconds: number }>;
  /** Takes back one hit of the open window; does nothing when no window is open. */
  takeBack(key: string): Promise<void>;
}

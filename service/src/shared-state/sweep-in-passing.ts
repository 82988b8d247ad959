const SWEEP_EVERY_MS = 60_000;

/** Runs `clear` at most once a minute, in passing; a failed sweep is left to the next one. */
export function sweepInPassing(clear: (now: number) => Promise<unknown>): (now: number) => void {
  let due = 0;
  return (now) => {
    if (now < due) return;
    due = now + SWEEP_EVERY_MS;
    clear(now).catch(() => {});
  };
}

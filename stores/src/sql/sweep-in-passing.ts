const SWEEP_EVERY_MS = 60_000;

/** Runs `clear` at most once a minute, alongside other calls; the next sweep makes up for a failed one. */
export function sweepInPassing(clear: (now: number) => Promise<unknown>): (now: number) => void {
  let due = 0;
  return (now) => {
    if (now < due) return;
    due = now + SWEEP_EVERY_MS;
    clear(now).catch(() => {});
  };
}
